// `waypost sandbox status`, `url` and `list`: show which sandboxes are running, and their URLs.

import type { Output } from '../../../output/output';
import { type Column, table } from '../../../output/table';
import { timestampText } from '../../../output/words';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { runningSandboxes } from '../target/running';
import { lookAtTarget, otherSandboxes, type SeenTarget } from '../target/selected';
import { noSandbox, type SandboxSelection, silentSandbox, targetText } from '../target/selection';
import { othersForPerson } from './others';

interface StatusDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

export async function sandboxStatus(
  { system, output, credentials }: StatusDependencies,
  options: SandboxSelection,
): Promise<void> {
  const seen = await lookAtTarget(system, options);
  const { found } = seen;
  if (found.state !== 'running') {
    await showNotRunning({ system, output, credentials }, options, seen);
    return;
  }
  const { url, port, pid, version, data } = found.sandbox;
  await output.result({ running: true, url, port, pid, version, data }, (color) =>
    [
      `${color.green('Running')} at ${color.bold(url)}`,
      `Process  ${pid}`,
      `Version  ${version}`,
      `Data     ${data === null ? 'in memory' : data}`,
    ].join('\n'),
  );
}

async function showNotRunning(
  { system, output, credentials }: StatusDependencies,
  options: SandboxSelection,
  { target, pid }: SeenTarget,
): Promise<void> {
  const document = {
    running: false,
    url: null,
    port: null,
    pid,
    version: null,
    data: 'data' in target ? target.data : null,
  };
  const other =
    pid === null ? await othersForPerson({ system, output, credentials }, options, 'status') : '';
  const start = `${other} Start a sandbox with \`waypost sandbox start\`.`.trimStart();
  await output.result(document, (color) =>
    pid === null
      ? `No sandbox is running ${targetText(target)}. ${start}`
      : color.yellow(`The sandbox ${targetText(target)} (process ${pid}) does not respond.`),
  );
}

export async function sandboxUrl(
  { system, output, credentials }: StatusDependencies,
  options: SandboxSelection,
): Promise<void> {
  const { target, found } = await lookAtTarget(system, options);
  if (found.state === 'stopped') {
    throw noSandbox(target, await otherSandboxes({ system, credentials }, options, 'url'));
  }
  if (found.state === 'silent') throw silentSandbox(target, found.pid);
  const { url } = found.sandbox;
  await output.result({ url }, () => url);
}

const listColumns: readonly Column[] = [
  { title: 'URL' },
  { title: 'PROCESS', align: 'right' },
  { title: 'RUNS' },
  { title: 'STARTED', minWidth: 10 },
  { title: 'DATA', minWidth: 12 },
];

export async function sandboxList({
  system,
  output,
}: {
  system: System;
  output: Output;
}): Promise<void> {
  const list = (await runningSandboxes(system)).map(({ listed }) => listed);
  await output.result(list, (color) => {
    if (list.length === 0)
      return 'No sandbox is running. Start a sandbox with `waypost sandbox start`.';
    const rows = list.map(({ running, url, pid, data, started_at, detached }) => [
      running ? url : `${url} (does not respond)`,
      String(pid),
      detached ? 'detached' : 'foreground',
      timestampText(started_at),
      data ?? 'in memory',
    ]);
    return table(listColumns, rows, color, output.width).join('\n');
  });
}
