// `waypost configs delete`: removes a config for good, after its name was typed.
import { deleteConfig } from '../../../client/configs';
import { configDeleteHints, withHints } from '../../hints/by-api-code';
import { confirmByName } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { ownedKey } from '../../run/owned-key';

interface Options {
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { yes }: Options, name: string): Promise<void> {
  const key = await ownedKey(context);
  const consequence = 'Deleting removes the config and its payload for good.';
  if (!yes) await confirmByName(context, name, consequence);
  const result = await withHints(configDeleteHints(name), () => deleteConfig(key, name));
  await context.output.result(result, (colour) => colour.green('Deleted.'));
}
