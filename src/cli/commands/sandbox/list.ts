// `waypost sandbox list`: the running sandboxes.

import { table } from '../../output/table';
import { timeText } from '../../output/words';
import type { Context } from '../../run/context';
import { runningSandboxes } from './shared/registry';

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const { output } = context;
  const list = (await runningSandboxes(context)).map(({ listed }) => listed);
  await output.result(list, (colour) => {
    if (list.length === 0) return 'No sandbox runs. Start one with `waypost sandbox start`.';
    const rows = list.map(({ running, url, pid, data, started_at, detached }) => [
      running ? url : `${url} (does not answer)`,
      String(pid),
      detached === null ? '' : detached ? 'detached' : 'foreground',
      started_at === null ? '' : timeText(started_at),
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
