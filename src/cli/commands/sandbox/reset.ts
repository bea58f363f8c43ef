// `waypost sandbox reset`: restores the initial state, whether the sandbox runs or not.
import { invalidInput } from '../../../lib/errors';
import {
  type Found,
  type FoundSandbox,
  findSandbox,
  resetSandbox,
} from '../../../sandbox/instance/find';
import type { Context } from '../../context';
import { confirmYes } from '../../ui/confirm';
import { elsewhere } from './shared/elsewhere';
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
  if (found.state === 'running' && found.sandbox.mode !== undefined) {
    await restartSession(context, found.sandbox);
    return;
  }
  const consequence = `Resetting removes every account, key and setting of the sandbox on ${described(where)}.`;
  if (!options.yes && !(await confirmYes(context, consequence, `${consequence} Continue?`))) {
    await context.output.result({ success: true, reset: false, url: urlOf(found) }, () => 'Kept.');
    return;
  }
  if (found.state === 'running') {
    if (!(await resetSandbox(found.sandbox))) throw silentSandbox(where, found.sandbox.pid);
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

/** A replay begins again; nothing is lost, so nobody is asked. */
async function restartSession({ output }: Context, sandbox: FoundSandbox): Promise<void> {
  if (sandbox.mode === 'record') {
    throw invalidInput(
      'A recording is not reset.',
      `Stop it with \`waypost sandbox stop --port ${sandbox.port}\`, and record again with --force.`,
    );
  }
  const { port, pid, url } = sandbox;
  if (!(await resetSandbox(sandbox))) throw silentSandbox({ port }, pid);
  await output.result({ success: true, reset: true, url }, (colour) =>
    colour.green('The replay begins again.'),
  );
}

function urlOf(found: Found): string | null {
  return found.state === 'running' ? found.sandbox.url : null;
}
