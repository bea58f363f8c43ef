// `waypost proxy log`: the requests of proxy sessions.
import { type Column, table } from '../../output/table';
import { counted } from '../../output/words';
import { readProxyLog } from '../../proxy/log';
import type { Context } from '../../run/context';

interface Options {
  all?: boolean;
}

export async function run(context: Context, { all }: Options): Promise<void> {
  const { output, system } = context;
  const entries = readProxyLog(system, all === true);
  await output.result(entries, (colour) => {
    if (entries.length === 0) {
      return 'Nothing was asked for. `waypost proxy <command>` begins a session.';
    }
    const rows = entries.map(({ time, method, path, status, refused, lookups, requests }) => [
      time.replace('T', ' ').replace(/\.\d+Z$/, ''),
      method ?? '',
      String(status),
      String(lookups),
      requests > 1 ? `${refused} (${counted(requests, 'request')})` : (refused ?? ''),
      path ?? '',
    ]);
    const columns: Column[] = [
      { title: 'TIME (UTC)' },
      { title: 'METHOD' },
      { title: 'STATUS' },
      { title: 'LOOKUPS', align: 'right' },
      { title: 'REFUSED', minWidth: 12 },
      { title: 'PATH', minWidth: 20 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}
