// `waypost proxy log`: what sessions of the proxy were asked for.
import type { Context } from '../../context';
import { readProxyLog } from '../../proxy/log';
import { table } from '../../ui/table';

interface Options {
  all?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { all }: Options): Promise<void> {
  const { output, world } = context;
  const entries = readProxyLog(world, all === true);
  await output.result(entries, (colour) => {
    if (entries.length === 0) {
      return 'Nothing was asked for. `waypost proxy -- <command>` begins a session.';
    }
    const rows = entries.map(({ time, method, path, status, refused, lookups }) => [
      time.replace('T', ' ').replace(/\.\d+Z$/, ''),
      method ?? '',
      path ?? '',
      String(status),
      refused ?? '',
      String(lookups),
    ]);
    const columns = [
      { title: 'TIME (UTC)', least: 19 },
      { title: 'METHOD', least: 6 },
      { title: 'PATH', least: 20 },
      { title: 'STATUS', least: 6 },
      { title: 'REFUSED', least: 12 },
      { title: 'LOOKUPS', least: 7 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}
