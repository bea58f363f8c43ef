// `waypost sandbox list`: every sandbox that runs.
import type { Command } from 'commander';
import { timeText } from '../../terminal/figures';
import { table } from '../../terminal/table';
import type { Act } from '../command';
import type { Context } from '../context';
import { runningSandboxes } from './running';

const help = `
Example:
  waypost sandbox list --json | jq -r '.[].url'

Output (--json): an array, oldest first:
  [{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null,
    "started_at": "…", "detached": true}]; running is false where a process does not answer`;

export function register(command: Command, act: Act): void {
  command
    .description('List every sandbox of yours that runs on this machine, in memory or in a folder.')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context): Promise<void> {
  const { output } = context;
  const list = (await runningSandboxes(context)).map(({ listed }) => listed);
  await output.result(list, (colour) => {
    if (list.length === 0) return 'No sandbox runs. Start one with `waypost sandbox start`.';
    const rows = list.map(({ running, url, pid, data, started_at, detached }) => [
      running ? url : `${url} (does not answer)`,
      String(pid),
      detached === null ? '' : detached ? 'detached' : 'foreground',
      started_at === null ? '' : timeText(Date.parse(started_at)),
      data ?? 'in memory',
    ]);
    const columns = [
      { title: 'URL' },
      { title: 'PROCESS', align: 'right' as const },
      { title: 'RUNS' },
      { title: 'STARTED', least: 10 },
      { title: 'DATA', least: 12 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}
