// `waypost configs update`: another payload for a config.
import { updateConfig } from '../../../client/configs';
import { configChangeHints, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';
import { type PayloadOptions, payloadOf } from './shared/payload';
import { configCard } from './shared/text';

/** Runs the command. */
export async function run(context: Context, options: PayloadOptions, name: string): Promise<void> {
  const payload = await payloadOf(context, options);
  const key = await ownedKey(context);
  const result = await withHints(configChangeHints(name), () => updateConfig(key, name, payload));
  await context.output.result(result, (colour) =>
    [colour.green('Updated.'), '', configCard(result, colour, context.output.width)].join('\n'),
  );
}
