// `waypost configs create`: a new config with its payload.
import { createConfig } from '../../../client/configs';
import { configChangeHints, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { type PayloadOptions, payloadOf } from './shared/payload';
import { configCard } from './shared/text';

/** Runs the command. */
export async function run(context: Context, options: PayloadOptions, name: string): Promise<void> {
  const payload = await payloadOf(context, options);
  const key = await ownedKey(context);
  const result = await withHints(configChangeHints(name), () => createConfig(key, name, payload));
  await context.output.result(result, (colour) =>
    [colour.green('Created.'), '', configCard(result, colour, context.output.width)].join('\n'),
  );
}
