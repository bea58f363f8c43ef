// `waypost sandbox reset`: restores the initial state, whether the sandbox runs or not.
import { type Found, findSandbox, resetSandbox } from '../../../sandbox/instance/find';
import { confirmYes } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { elsewhere } from './shared/registry';
import {
  described,
  noSandbox,
  silentSandbox,
  type WhichOptions,
  whereabouts,
} from './shared/which';

interface Options extends WhichOptions {
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  const where = whereabouts(context, options);
  const found = await findSandbox(where);
  if (found.state === 'silent') throw silentSandbox(where, found.pid);
  if (found.state === 'stopped' && 'port' in where) throw noSandbox(where, '');
  const consequence = `Resetting removes every account, key and setting of the sandbox on ${described(where)}.`;
  if (!options.yes && !(await confirmYes(context, consequence, `${consequence} Continue?`))) {
    await context.output.result({ success: true, reset: false, url: urlOf(found) }, () => 'Kept.');
    return;
  }
  if (found.state === 'running') {
    if (!(await resetSandbox(found.sandbox)))
      throw silentSandbox(where, found.sandbox.pid, found.sandbox.data);
  } else if ('folder' in where) {
    const { resetFolder } = await import('../../../sandbox/reset-folder');
    await resetFolder(where.folder);
  }
  const other =
    found.state === 'stopped' && !context.output.json
      ? await elsewhere(context, options, 'reset')
      : '';
  await context.output.result({ success: true, reset: true, url: urlOf(found) }, (colour) =>
    [
      colour.green('The sandbox is as new.'),
      'Keys it gave out before are gone: `waypost signup --force` gets new ones.',
      ...(other === '' ? [] : [other]),
    ].join('\n'),
  );
}

function urlOf(found: Found): string | null {
  return found.state === 'running' ? found.sandbox.url : null;
}
