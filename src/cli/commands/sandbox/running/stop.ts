// `waypost sandbox stop`: stops one sandbox, or all of this user's sandboxes.
import { WaypostError } from '../../../../lib/errors';
import { stopSandbox, type TargetState } from '../../../../sandbox/server/running-sandboxes';
import type { Output } from '../../../output/output';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { runningSandboxes } from '../target/running';
import { lookAtTarget, pidOf } from '../target/selected';
import { type SandboxSelection, targetText } from '../target/selection';
import { othersForPerson } from './others';

interface StopDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

interface StopOptions extends SandboxSelection {
  all?: boolean;
}

export async function sandboxStop(
  { system, output, credentials }: StopDependencies,
  options: StopOptions,
): Promise<void> {
  await (options.all
    ? stopAll({ system, output })
    : stopOne({ system, output, credentials }, options));
}

async function stopOne(
  { system, output, credentials }: StopDependencies,
  options: SandboxSelection,
): Promise<void> {
  const { target, found, pid } = await lookAtTarget(system, options);
  if (!(await stopSandbox(found))) throw notStopped([found]);
  const other =
    pid === null ? await othersForPerson({ system, output, credentials }, options, 'stop') : '';
  await output.result({ success: true, stopped: pid !== null, pid }, (color) =>
    pid === null
      ? `No sandbox is running ${targetText(target)}. ${other}`.trimEnd()
      : `${color.green('Stopped')} the sandbox (process ${pid}).`,
  );
}

async function stopAll({ system, output }: { system: System; output: Output }): Promise<void> {
  const stops = (await runningSandboxes(system)).map(async ({ listed, found }) => {
    const { url, pid, data } = listed;
    return { url, pid, data, found, isStopped: await stopSandbox(found) };
  });
  const done = await Promise.all(stops);
  const left = done.filter(({ isStopped }) => !isStopped);
  if (left.length > 0) throw notStopped(left.map(({ found }) => found));
  const stopped = done.map(({ url, pid, data }) => ({ url, pid, data }));
  await output.result({ success: true, stopped }, (color) => {
    if (stopped.length === 0)
      return 'No sandbox is running. Start a sandbox with `waypost sandbox start`.';
    const title = color.green('Stopped');
    const lines = stopped.map(({ url, pid }) => `${title} the sandbox at ${url} (process ${pid}).`);
    return lines.join('\n');
  });
}

/**
 * Returns the error for sandboxes that did not stop. The `kill` command in the hint contains only the process IDs of
 * sandboxes that this user started on this machine.
 */
function notStopped(left: readonly TargetState[]): WaypostError {
  const own = left.flatMap((found) => (found.state === 'stopped' ? [] : (found.process ?? [])));
  const foreign = left.length - own.length;
  const pids = left.map(pidOf).join(', ');
  const [named, it] =
    left.length === 1
      ? [`The sandbox (process ${pids})`, 'it']
      : [`The sandboxes (processes ${pids})`, 'them'];
  const kill = `Kill ${own.length === 1 ? 'the process' : 'the processes'}: kill -9 ${own.map(({ pid }) => pid).join(' ')}. Killing a sandbox does not damage its data directory.`;
  const elsewhere =
    'If another user or a container started the sandbox, stop the sandbox as that user or in that container.';
  return new WaypostError(
    'timeout',
    own.length === 0
      ? `${named} ignored the request to stop, and you did not start ${it} on this machine.`
      : `${named} did not end within 10 seconds.`,
    { hint: [own.length > 0 ? kill : '', foreign > 0 ? elsewhere : ''].join(' ').trim() },
  );
}
