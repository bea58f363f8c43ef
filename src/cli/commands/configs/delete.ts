// `waypost configs delete`: removes a config for good, after its name was typed.
import { deleteConfig } from '../../../client/configs';
import type { Context } from '../../context';
import { withNextSteps } from '../../hints/hints';
import { managedKey } from '../../owned-key';
import { confirmByName } from '../../ui/confirm';
import { changeSteps } from './shared/text';

interface Options {
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { yes }: Options, name: string): Promise<void> {
  const key = await managedKey(context);
  const consequence = 'Deleting removes the config and its payload for good.';
  if (!yes) await confirmByName(context, name, consequence);
  const steps = {
    ...changeSteps(name),
    4047: 'The key has no such config; it may be deleted already. `waypost configs list` shows those it has.',
  };
  const result = await withNextSteps(steps, () => deleteConfig(key, name));
  await context.output.result(result, (colour) => colour.green('Deleted.'));
}
