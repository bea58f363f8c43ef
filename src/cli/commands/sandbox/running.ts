// `waypost sandbox stop`, `status`, `url`, `list` and `reset`: sandboxes that run, or do not.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { WaypostError } from '../../../lib/errors';
import { resetSandbox } from '../../../sandbox/control-call';
import { findSandbox, register, stopSandbox, type TargetState } from '../../../sandbox/registry';
import { table } from '../../output/table';
import { timestampText } from '../../output/words';
import { confirmYes } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import {
  noSandbox,
  otherSandboxes,
  registryDirectory,
  runningSandboxes,
  type SandboxSelection,
  selectedTarget,
  silentSandbox,
  targetText,
} from './selected';

interface StopOptions extends SandboxSelection {
  all?: boolean;
}

async function look(context: Context, options: SandboxSelection) {
  const where = selectedTarget(context, options);
  const found = await findSandbox(where, registryDirectory(context));
  return { where, found, pid: pidOf(found) };
}

function pidOf(found: TargetState): number | null {
  if (found.state === 'stopped') return null;
  return found.state === 'running' ? found.sandbox.pid : found.pid;
}

/** What is said of other sandboxes to a person. */
async function others(
  context: Context,
  options: SandboxSelection,
  verb: 'stop' | 'status' | 'reset',
): Promise<string> {
  return context.output.json ? '' : otherSandboxes(context, options, verb);
}

export async function stop(context: Context, options: StopOptions): Promise<void> {
  if (options.all) {
    await stopAll(context);
    return;
  }
  const { where, found, pid } = await look(context, options);
  if (!(await stopSandbox(found))) throw notStopped([found]);
  const value = { success: true, stopped: pid !== null, pid };
  const other = pid === null ? await others(context, options, 'stop') : '';
  await context.output.result(value, (colour) =>
    pid === null
      ? [`No sandbox runs on ${targetText(where)}.`, other].join(' ').trimEnd()
      : `${colour.green('Stopped')} the sandbox (process ${pid}).`,
  );
}

function notStopped(left: TargetState[]): WaypostError {
  const own = left.flatMap((found) => (found.state === 'stopped' ? [] : (found.process ?? [])));
  const foreign = left.length - own.length;
  const pids = left.map(pidOf).join(', ');
  const kill = `Kill the process: kill -9 ${own.map(({ pid }) => pid).join(' ')}. No acknowledged data is lost.`;
  const elsewhere =
    'Stop a sandbox that you did not start on this machine as the user who started it, or in its container.';
  return new WaypostError(
    'timeout',
    own.length === 0
      ? `The sandbox (process ${pids}) did not stop when asked, and you did not start it on this machine.`
      : `The sandbox (process ${pids}) did not end in 10 seconds.`,
    { hint: [own.length > 0 ? kill : '', foreign > 0 ? elsewhere : ''].join(' ').trim() },
  );
}

async function stopAll(context: Context): Promise<void> {
  const stops = (await runningSandboxes(context)).map(async ({ listed, found }) => {
    const { url, pid, data } = listed;
    return { url, pid, data, found, isStopped: await stopSandbox(found) };
  });
  const done = await Promise.all(stops);
  const left = done.flatMap(({ isStopped, found }) => (isStopped ? [] : [found]));
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

export async function status(context: Context, options: SandboxSelection): Promise<void> {
  const { where, found, pid } = await look(context, options);
  if (found.state === 'running') {
    const { url, port, version, data } = found.sandbox;
    await context.output.result({ running: true, url, port, pid, version, data }, (colour) =>
      [
        `${colour.green('Running')} at ${colour.bold(url)}`,
        `Process  ${pid}`,
        `Version  ${version}`,
        `Data     ${data === null ? 'in memory' : data}`,
      ].join('\n'),
    );
    return;
  }
  const data = 'data' in where ? where.data : null;
  const other = pid === null ? await others(context, options, 'status') : '';
  const value = { running: false, url: null, port: null, pid, version: null, data };
  await context.output.result(value, (colour) =>
    pid === null
      ? `No sandbox runs on ${targetText(where)}. ${[other, 'Start one with `waypost sandbox start`.'].join(' ').trimStart()}`
      : colour.yellow(`The sandbox on ${targetText(where)} (process ${pid}) does not answer.`),
  );
}

export async function url(context: Context, options: SandboxSelection): Promise<void> {
  const { where, found } = await look(context, options);
  if (found.state === 'stopped') {
    throw noSandbox(where, await otherSandboxes(context, options, 'url'));
  }
  if (found.state === 'silent') throw silentSandbox(where, found.pid);
  const { url } = found.sandbox;
  await context.output.result({ url }, () => url);
}

export async function list(context: Context): Promise<void> {
  const { output } = context;
  const list = (await runningSandboxes(context)).map(({ listed }) => listed);
  await output.result(list, (colour) => {
    if (list.length === 0) return 'No sandbox runs. Start one with `waypost sandbox start`.';
    const rows = list.map(({ running, url, pid, data, started_at, detached }) => [
      running ? url : `${url} (does not answer)`,
      String(pid),
      detached ? 'detached' : 'foreground',
      timestampText(started_at),
      data ?? 'in memory',
    ]);
    const columns = [
      { title: 'URL' },
      { title: 'PROCESS', align: 'right' as const },
      { title: 'RUNS' },
      { title: 'STARTED', minWidth: 10 },
      { title: 'DATA', minWidth: 12 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}

interface ResetOptions extends SandboxSelection {
  yes?: boolean;
}

export async function reset(context: Context, options: ResetOptions): Promise<void> {
  const { where, found } = await look(context, options);
  if (found.state === 'silent') throw silentSandbox(where, found.pid);
  if (found.state === 'stopped' && 'port' in where) throw noSandbox(where, '');
  const consequence = `Resetting removes every account, key and setting of the sandbox on ${targetText(where)}.`;
  if (!options.yes && !(await confirmYes(context, consequence, `${consequence} Continue?`))) {
    await context.output.result({ success: true, reset: false, url: urlOf(found) }, () => 'Kept.');
    return;
  }
  if (found.state === 'running') {
    if (!(await resetSandbox(found.sandbox)))
      throw silentSandbox(where, found.sandbox.pid, found.sandbox.data);
  } else if ('data' in where) await resetDirectory(where.data);
  const other = found.state === 'stopped' ? await others(context, options, 'reset') : '';
  await context.output.result({ success: true, reset: true, url: urlOf(found) }, (colour) =>
    [
      colour.green('The sandbox is as new.'),
      'Keys it gave out before are gone: `waypost signup --force` gets new ones.',
      ...(other === '' ? [] : [other]),
    ].join('\n'),
  );
}

/** Empties the store of a sandbox that does not run: takes its data directory for a moment. */
async function resetDirectory(data: string): Promise<void> {
  const { openDirectoryStore, storeFile } = await import('../../../sandbox/store/store');
  if (!existsSync(join(data, storeFile))) return;
  const registration = register(data);
  try {
    // All data is to be removed; a damaged store is copied first.
    const store = await openDirectoryStore(data, { recover: true });
    store.clear();
    store.close();
  } finally {
    registration.remove();
  }
}

function urlOf(found: TargetState): string | null {
  return found.state === 'running' ? found.sandbox.url : null;
}
