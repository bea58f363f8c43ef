// `waypost sandbox requests`: the requests that reached a running sandbox.
import * as z from 'zod/mini';
import { invalidInput } from '../../../lib/errors';
import type { FoundSandbox } from '../../../sandbox/instance/find';
import type { RequestRecord } from '../../../sandbox/journal';
import { requestLine } from '../../output/request-line';
import { type Column, table } from '../../output/table';
import { counted, grouped } from '../../output/words';
import type { Context } from '../../run/context';
import { callSandbox } from './shared/control';
import { chosenSandbox } from './shared/registry';
import { loggedRequest } from './shared/request-log';
import type { WhichOptions } from './shared/which';

/** How often it asks for more, in milliseconds. */
const interval = 250;

const filters = ['method', 'path', 'status', 'code', 'key', 'since'] as const;

type Filter = Partial<Record<(typeof filters)[number], string>>;

interface Options extends WhichOptions, Filter {
  follow?: boolean;
  clear?: boolean;
}

const records = z.object({
  requests: z.array(
    z.object({
      ...{ id: z.int(), time: z.string(), method: z.string(), path: z.string() },
      ...{ status: z.nullable(z.int()), code: z.nullable(z.int()), charge: z.int() },
      ...{ fault: z.nullable(z.string()), key: z.nullable(z.string()), ms: z.int() },
    }),
  ),
});

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  const { output } = context;
  const filter = Object.fromEntries(
    filters.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  if (options.clear) {
    if (options.follow || Object.keys(filter).length > 0) {
      throw invalidInput('--clear forgets all requests.', 'Omit the other options.');
    }
    const sandbox = await chosenSandbox(context, options);
    const call = { method: 'DELETE', path: '/_sandbox/requests' } as const;
    const { cleared } = await callSandbox(sandbox, call, z.object({ cleared: z.int() }));
    await output.result({ success: true, cleared, url: sandbox.url }, (colour) =>
      colour.green(`Forgot ${counted(cleared, 'request')}.`),
    );
    return;
  }
  if (options.follow && output.asData && output.shape?.format !== 'ndjson') {
    throw invalidInput(
      '--follow prints requests as they come.',
      'For programs, give --format ndjson with it.',
    );
  }
  const sandbox = await chosenSandbox(context, options);
  if (options.follow) await follow(context, sandbox, filter);
  else await show(context, await listed(sandbox, filter));
}

async function listed(sandbox: FoundSandbox, filter: Filter): Promise<RequestRecord[]> {
  const query = new URLSearchParams(filter).toString();
  const path = `/_sandbox/requests${query === '' ? '' : `?${query}`}`;
  return (await callSandbox(sandbox, { method: 'GET', path }, records)).requests;
}

/** Prints the requests so far, and those that come, until it is interrupted. */
async function follow(context: Context, sandbox: FoundSandbox, filter: Filter): Promise<never> {
  const { output, world } = context;
  let since = filter.since;
  for (;;) {
    const found = await listed(sandbox, { ...filter, ...(since === undefined ? {} : { since }) });
    if (found.length > 0) {
      await output.result(found, (colour) =>
        found.map((one) => requestLine(loggedRequest(one), colour)).join('\n'),
      );
    }
    since = found.at(-1)?.id.toString() ?? since;
    await world.clock.sleep(interval, world.interrupted);
  }
}

const columns: readonly Column[] = [
  { title: 'TIME (UTC)' },
  { title: 'METHOD' },
  { title: 'STATUS', align: 'right' },
  { title: 'CODE', align: 'right' },
  { title: 'LOOKUPS', align: 'right' },
  { title: 'FAULT' },
  { title: 'MS', align: 'right' },
  { title: 'PATH', minWidth: 16 },
];

async function show({ output }: Context, found: readonly RequestRecord[]): Promise<void> {
  await output.result(found, (colour) => {
    if (found.length === 0) return 'No such request has come yet.';
    const days = new Set(found.map(({ time }) => time.slice(0, 10)));
    const isHit = found.some(({ fault }) => fault !== null);
    const shown = columns.filter(({ title }) => title !== 'FAULT' || isHit);
    const rows = found.map((one) => [
      one.time.slice(days.size > 1 ? 0 : 11, 19).replace('T', ' '),
      one.method,
      one.status === null ? 'none' : String(one.status),
      one.code === null ? '' : String(one.code),
      String(one.charge),
      ...(isHit ? [one.fault ?? ''] : []),
      grouped(one.ms),
      one.path,
    ]);
    return table(shown, rows, colour, output.width).join('\n');
  });
}
