// `waypost configs get`: one config with its payload.
import { getConfig } from '../../../client/configs';
import { isObject } from '../../../client/owned-key';
import { configHints, withHints } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { anyKey } from '../../run/owned-key';
import { configCard } from './shared/text';

/** Runs the command. */
export async function run(context: Context, _options: object, name: string): Promise<void> {
  const { service, key, userToken, signal } = await anyKey(context);
  const result = await withHints(configHints(name), () =>
    getConfig(service, key, name, userToken?.value, signal),
  );
  await context.output.result(result, (colour) => {
    const payload = isObject(result) && typeof result.payload === 'string' ? result.payload : '';
    const shown = configCard(result, colour, context.output.width);
    return payload === '' ? shown : `${shown}\n\n${payload.replaceAll('\r\n', '\n')}`;
  });
}
