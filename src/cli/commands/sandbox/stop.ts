// `waypost sandbox stop`: ends a running sandbox and waits until it is gone.
import type { Command } from 'commander';
import { WaypostError } from '../../../lib/errors';
import { findSandbox, stopSandbox } from '../../../sandbox/instance/find';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { elsewhere } from './shared/elsewhere';
import { addWhichOptions, described, type WhichOptions, whereabouts } from './shared/which';

const help = `
Output (--json): {"success": true, "stopped": true, "pid": 4711}; stopped is false, and pid null, where none ran
Errors: timeout (3) where it does not end within 10 seconds`;

export function register(command: Command, act: Act): void {
  addWhichOptions(command)
    .description('Stop the sandbox, and wait until it is gone. Its data stays.')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: WhichOptions): Promise<void> {
  const where = whereabouts(context, options);
  const found = await findSandbox(where);
  const pid =
    found.state === 'running' ? found.sandbox.pid : found.state === 'silent' ? found.pid : null;
  if (!(await stopSandbox(found))) {
    throw new WaypostError('timeout', `The sandbox (process ${pid}) did not end in 10 seconds.`, {
      hint: `End the process yourself: kill -9 ${pid}. Nothing that was acknowledged is lost by that.`,
    });
  }
  const value = { success: true, stopped: pid !== null, pid };
  const other =
    pid === null && !context.output.json ? await elsewhere(context, options, 'stop') : '';
  await context.output.result(value, (colour) =>
    pid === null
      ? [`No sandbox runs on ${described(where)}.`, other].join(' ').trimEnd()
      : `${colour.green('Stopped')} the sandbox (process ${pid}).`,
  );
}
