// `waypost sandbox traffic`, `requests` and `fault`: requests to a running sandbox, real or not.

import * as z from 'zod/mini';
import { invalidInput } from '../../../lib/errors';
import { preview } from '../../../lib/masking';
import { shellWord } from '../../../lib/shell-word';
import type { FoundSandbox } from '../../../sandbox/control-call';
import { readFault } from '../../../sandbox/faults/fault';
import { faultRule } from '../../../sandbox/faults/faults';
import type { RequestRecord } from '../../../sandbox/journal';
import { wholeNumber } from '../../line/option-values';
import { parseRange, type RangeOptions, rangeText } from '../../line/range';
import { showMovingLine } from '../../output/progress';
import { requestLine } from '../../output/request-line';
import { type Column, table } from '../../output/table';
import { counted, grouped } from '../../output/words';
import type { Context } from '../../run/context';
import { loggedRequest } from './request-log';
import {
  aboutKey,
  callSandbox,
  keyEndpoint,
  type SandboxSelection,
  selectedKey,
  selectedSandbox,
} from './selected';
import { faultNames } from './spec';

interface TrafficOptions extends SandboxSelection, RangeOptions {
  tag?: string[];
  licensee?: string;
}

/** The longest the sandbox may take: ten million rows, in milliseconds. */
const maxWait = 600_000;

const added = z.object({ count: z.int(), start: z.string(), end: z.string() });

export async function traffic(
  context: Context,
  options: TrafficOptions,
  rows: string,
  named: string | undefined,
): Promise<void> {
  const count = wholeNumber('<rows>', rows.replaceAll(',', ''), 1, 10_000_000);
  const sandbox = await selectedSandbox(context, options);
  const { now } = await callSandbox(sandbox, 'GET /health', z.object({ now: z.string() }));
  const { start, end } = parseRange(options, Date.parse(now));
  const key = await selectedKey(context, sandbox, named);
  const { tag: tags, licensee } = options;
  const body = { count, start, end, ...(tags && { tags }), ...(licensee && { licensee }) };
  const progress = context.output.json
    ? undefined
    : showMovingLine(context.output, () => `Adding ${counted(count, 'sample lookup')}…`);
  let made: z.infer<typeof added>;
  try {
    made = await aboutKey(
      sandbox,
      key,
      callSandbox(sandbox, `POST ${keyEndpoint(key)}/lookups`, added, { body, timeout: maxWait }),
    );
  } finally {
    progress?.end();
  }
  const document = { success: true, key: preview(key), ...made, url: sandbox.url };
  await context.output.result(document, (colour) =>
    [
      colour.green(`Added ${counted(count, 'sample lookup')} to the key ${preview(key)}.`),
      `They are of ${rangeText({ start, end })}. Balance and limits do not count them.`,
    ].join('\n'),
  );
}

const askEveryMs = 250;

const filters = ['method', 'path', 'status', 'code', 'key', 'since'] as const;

type Filter = Partial<Record<(typeof filters)[number], string>>;

interface RequestsOptions extends SandboxSelection, Filter {
  follow?: boolean;
  clear?: boolean;
}

const requestList = z.object({
  requests: z.array(
    z.object({
      id: z.int(),
      time: z.string(),
      method: z.string(),
      path: z.string(),
      status: z.nullable(z.int()),
      code: z.nullable(z.int()),
      charge: z.int(),
      fault: z.nullable(z.string()),
      key: z.nullable(z.string()),
      ms: z.int(),
    }),
  ),
});

export async function requests(context: Context, options: RequestsOptions): Promise<void> {
  const { output } = context;
  const filter = Object.fromEntries(
    filters.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])),
  );
  if (options.clear) {
    if (options.follow || Object.keys(filter).length > 0) {
      throw invalidInput('--clear forgets all requests.', 'Omit the other options.');
    }
    const sandbox = await selectedSandbox(context, options);
    const answer = z.object({ cleared: z.int() });
    const { cleared } = await callSandbox(sandbox, 'DELETE /requests', answer);
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
  const sandbox = await selectedSandbox(context, options);
  if (options.follow) await followRequests(context, sandbox, filter);
  else await showRequests(context, await fetchRequests(sandbox, filter));
}

async function fetchRequests(sandbox: FoundSandbox, filter: Filter): Promise<RequestRecord[]> {
  const query = new URLSearchParams(filter).toString();
  const endpoint = `GET /requests${query === '' ? '' : `?${query}`}` as const;
  return (await callSandbox(sandbox, endpoint, requestList)).requests;
}

/** Prints the requests so far, and those that come, until it is interrupted. */
async function followRequests(
  context: Context,
  sandbox: FoundSandbox,
  filter: Filter,
): Promise<never> {
  const { output, system } = context;
  let since = filter.since;
  for (;;) {
    const found = await fetchRequests(sandbox, {
      ...filter,
      ...(since === undefined ? {} : { since }),
    });
    if (found.length > 0) {
      await output.result(found, (colour) =>
        found.map((one) => requestLine(loggedRequest(one), colour)).join('\n'),
      );
    }
    since = found.at(-1)?.id.toString() ?? since;
    await system.clock.sleep(askEveryMs, system.interrupted);
  }
}

const requestColumns: readonly Column[] = [
  { title: 'TIME (UTC)' },
  { title: 'METHOD' },
  { title: 'STATUS', align: 'right' },
  { title: 'CODE', align: 'right' },
  { title: 'LOOKUPS', align: 'right' },
  { title: 'FAULT' },
  { title: 'MS', align: 'right' },
  { title: 'PATH', minWidth: 16 },
];

async function showRequests({ output }: Context, found: readonly RequestRecord[]): Promise<void> {
  await output.result(found, (colour) => {
    if (found.length === 0) return 'No such request has come yet.';
    const days = new Set(found.map(({ time }) => time.slice(0, 10)));
    const isHit = found.some(({ fault }) => fault !== null);
    const columns = requestColumns.filter(({ title }) => title !== 'FAULT' || isHit);
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
    return table(columns, rows, colour, output.width).join('\n');
  });
}

interface FaultOptions extends SandboxSelection {
  path: string;
  method?: string;
  times?: string;
  seed?: string;
  latency?: string;
}

const ruleList = z.object({ faults: z.array(faultRule) });
type Rules = z.infer<typeof ruleList>['faults'];

export async function fault(
  context: Context,
  options: FaultOptions,
  action: string,
  fault: string | undefined,
): Promise<void> {
  const { method, body } = callOf(options, action, fault);
  const sandbox = await selectedSandbox(context, options);
  const { faults } = await callSandbox(sandbox, `${method} /faults`, ruleList, { body });
  const document = action === 'list' ? faults : { success: true, faults, url: sandbox.url };
  await context.output.result(document, (colour) => {
    const rules =
      faults.length === 0
        ? ['No active faults: every request is answered normally.']
        : table(
            ruleColumns,
            faults.map((rule) => faultCells(rule)),
            colour,
            context.output.width,
          );
    if (action === 'list') return rules.join('\n');
    const said = action === 'add' ? 'The fault is active.' : 'No faults are left.';
    return [colour.green(said), ...(action === 'add' ? ['', ...rules] : [])].join('\n');
  });
}

function callOf(
  options: FaultOptions,
  action: string,
  fault: string | undefined,
): { method: 'GET' | 'POST' | 'DELETE'; body?: object } {
  if (action !== 'add') {
    if (action !== 'list' && action !== 'clear') {
      throw invalidInput(
        `There is no \`sandbox fault ${action}\`: it takes add, list, clear.`,
        'Type it such as `waypost sandbox fault add 503 --times 1`.',
      );
    }
    if (fault !== undefined) {
      throw invalidInput(`\`sandbox fault ${action}\` takes no fault.`, 'Omit it.');
    }
    return { method: action === 'list' ? 'GET' : 'DELETE' };
  }
  if (fault === undefined || readFault(fault) === undefined) {
    throw invalidInput(
      fault === undefined
        ? '`sandbox fault add` takes a fault.'
        : `${JSON.stringify(fault)} is no fault.`,
      `One of ${faultNames.join(', ')}, with an optional rate such as reset:0.2.`,
    );
  }
  const { path, method, times, seed, latency } = options;
  if (path !== undefined && !/^[/*]/.test(path)) {
    const meant = path.startsWith('v1/') ? `/${path}` : `/v1/${path}`;
    throw invalidInput(
      `--path must begin with /: ${JSON.stringify(path)}.`,
      `Did you mean --path ${shellWord(meant)}? * is any text.`,
    );
  }
  return {
    method: 'POST',
    body: {
      path,
      fault,
      ...(method === undefined ? {} : { method: method.toUpperCase() }),
      ...(times === undefined ? {} : { times: wholeNumber('--times', times, 1, 1e9) }),
      ...(seed === undefined ? {} : { seed: wholeNumber('--seed', seed, 0, 1e15) }),
      ...(latency === undefined ? {} : { latency }),
    },
  };
}

const ruleColumns = [
  { title: 'PATH', minWidth: 12 },
  { title: 'METHOD' },
  { title: 'FAULT' },
  { title: 'LEFT' },
];

const faultCells = ({ path, method, fault, times, latency }: Rules[number]): string[] => [
  path,
  method ?? 'every',
  latency === undefined ? fault : `${fault} ${latency}`,
  times === undefined ? 'no end' : counted(times, 'request'),
];
