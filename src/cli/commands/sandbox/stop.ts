// `waypost sandbox stop`: ends a running sandbox and waits until it is gone.
import { WaypostError } from '../../../lib/errors';
import { findSandbox, stopSandbox } from '../../../sandbox/instance/find';
import type { Context } from '../../context';
import { elsewhere } from './shared/elsewhere';
import { described, type WhichOptions, whereabouts } from './shared/which';

/** Runs the command. */
export async function run(context: Context, options: WhichOptions): Promise<void> {
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
