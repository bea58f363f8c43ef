// `waypost sandbox url`: prints the base URL, for `--base-url "$(waypost sandbox url)"`.
import { findSandbox } from '../../../sandbox/instance/find';
import type { Context } from '../../run/context';
import { elsewhere } from './shared/registry';
import { noSandbox, silentSandbox, type WhichOptions, whereabouts } from './shared/which';

/** Runs the command. */
export async function run(context: Context, options: WhichOptions): Promise<void> {
  const where = whereabouts(context, options);
  const found = await findSandbox(where);
  if (found.state === 'stopped') {
    throw noSandbox(where, await elsewhere(context, options, 'url'));
  }
  if (found.state === 'silent') throw silentSandbox(where, found.pid);
  const { url } = found.sandbox;
  await context.output.result({ url }, () => url);
}
