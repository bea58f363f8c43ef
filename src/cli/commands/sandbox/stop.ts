// `waypost sandbox stop`: stops a running sandbox and waits until it has ended.
import { WaypostError } from '../../../lib/errors';
import { findSandbox, stopSandbox } from '../../../sandbox/instance/find';
import type { Context } from '../../run/context';
import { elsewhere, runningSandboxes } from './shared/registry';
import { described, type WhichOptions, whereabouts } from './shared/which';

interface Options extends WhichOptions {
  all?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  if (options.all) {
    await stopAll(context);
    return;
  }
  const where = whereabouts(context, options);
  const found = await findSandbox(where);
  const pid =
    found.state === 'running' ? found.sandbox.pid : found.state === 'silent' ? found.pid : null;
  if (!(await stopSandbox(found))) throw notStopped([pid]);
  const value = { success: true, stopped: pid !== null, pid };
  const other =
    pid === null && !context.output.json ? await elsewhere(context, options, 'stop') : '';
  await context.output.result(value, (colour) =>
    pid === null
      ? [`No sandbox runs on ${described(where)}.`, other].join(' ').trimEnd()
      : `${colour.green('Stopped')} the sandbox (process ${pid}).`,
  );
}

function notStopped(pids: (number | null)[]): WaypostError {
  const which = `process ${pids.join(', ')}`;
  return new WaypostError('timeout', `The sandbox (${which}) did not end in 10 seconds.`, {
    hint: `Kill the process: kill -9 ${pids.join(' ')}. No acknowledged data is lost. Stop a sandbox in a container there.`,
  });
}

async function stopAll(context: Context): Promise<void> {
  const stops = (await runningSandboxes(context)).map(async ({ listed, found }) => {
    const { url, pid, data } = listed;
    return { url, pid, data, isStopped: await stopSandbox(found) };
  });
  const done = await Promise.all(stops);
  const left = done.flatMap(({ isStopped, pid }) => (isStopped ? [] : [pid]));
  if (left.length > 0) throw notStopped(left);
  const stopped = done.map(({ url, pid, data }) => ({ url, pid, data }));
  await context.output.result({ success: true, stopped }, (colour) =>
    stopped.length === 0
      ? 'No sandbox runs. `waypost sandbox start` starts one.'
      : stopped
          .map(
            ({ url, pid }) => `${colour.green('Stopped')} the sandbox at ${url} (process ${pid}).`,
          )
          .join('\n'),
  );
}
