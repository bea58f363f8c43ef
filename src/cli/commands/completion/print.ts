// `waypost completion print`: the script of a shell.
import type { Context } from '../../run/context';
import { scripts, shellOf } from './shared/scripts';

/** Runs the command. */
export async function run(context: Context, _options: object, named?: string): Promise<void> {
  const { output, world } = context;
  const shell = shellOf(world, named);
  const script = scripts[shell];
  if (output.asData) await output.result({ shell, script }, () => '');
  else output.raw(Buffer.from(script));
}
