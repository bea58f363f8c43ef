// `waypost sandbox requests`: prints the requests that a sandbox has received.
import * as z from 'zod/mini';
import { invalidInput } from '../../../../lib/errors';
import type { FoundSandbox } from '../../../../sandbox/control/control-client';
import type { RequestRecord } from '../../../../sandbox/server/journal';
import type { Output } from '../../../output/output';
import { requestLine } from '../../../output/request-line';
import { type Column, table } from '../../../output/table';
import { counted, grouped } from '../../../output/words';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { loggedRequest } from '../logged-request';
import { selectedSandbox } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

interface RequestsDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

const askEveryMs = 250;

const filterNames = ['method', 'path', 'status', 'code', 'key', 'since'] as const;

type RequestFilter = Partial<Record<(typeof filterNames)[number], string>>;

interface RequestsOptions extends SandboxSelection, RequestFilter {
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

const clearedRequests = z.object({ cleared: z.int() });

export async function sandboxRequests(
  { system, output, credentials }: RequestsDependencies,
  options: RequestsOptions,
): Promise<void> {
  const filter = filterOf(options);
  if (options.clear) {
    if (options.follow || Object.keys(filter).length > 0) {
      throw invalidInput(
        '--clear cannot be combined with --follow or a filter.',
        'Remove --clear, or remove the other options.',
      );
    }
    await clearRequests({ system, output, credentials }, options);
    return;
  }
  if (options.follow && output.asData && output.shape?.format !== 'ndjson') {
    throw invalidInput(
      '--follow prints only text or NDJSON.',
      'Use --format ndjson without --json, or remove --follow.',
    );
  }
  const sandbox = await selectedSandbox({ system, credentials }, options);
  if (options.follow) await followRequests({ system, output }, sandbox, filter);
  else await showRequests(output, await fetchRequests(sandbox, filter));
}

/** Returns the filters that the options set. */
function filterOf(options: RequestsOptions): RequestFilter {
  const filter: RequestFilter = {};
  for (const name of filterNames) {
    const value = options[name];
    if (value !== undefined) filter[name] = value;
  }
  return filter;
}

async function clearRequests(
  { system, output, credentials }: RequestsDependencies,
  options: RequestsOptions,
): Promise<void> {
  const sandbox = await selectedSandbox({ system, credentials }, options);
  const { cleared } = await callSandbox(sandbox, 'DELETE /requests', clearedRequests);
  await output.result({ success: true, cleared, url: sandbox.url }, (color) =>
    color.green(`Removed ${counted(cleared, 'request')} from the list.`),
  );
}

async function fetchRequests(
  sandbox: FoundSandbox,
  filter: RequestFilter,
): Promise<RequestRecord[]> {
  const query = new URLSearchParams(filter).toString();
  const endpoint = `GET /requests${query === '' ? '' : `?${query}`}` as const;
  return (await callSandbox(sandbox, endpoint, requestList)).requests;
}

/** Prints the recorded requests, then each new request, until the user interrupts the command. */
async function followRequests(
  { system, output }: { system: System; output: Output },
  sandbox: FoundSandbox,
  filter: RequestFilter,
): Promise<never> {
  const asked = { ...filter };
  for (;;) {
    const found = await fetchRequests(sandbox, asked);
    if (found.length > 0) {
      await output.result(found, (color) =>
        found.map((one) => requestLine(loggedRequest(one), color)).join('\n'),
      );
    }
    const newest = found.at(-1);
    if (newest !== undefined) asked.since = String(newest.id);
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

async function showRequests(output: Output, found: readonly RequestRecord[]): Promise<void> {
  await output.result(found, (color) => {
    if (found.length === 0) return 'No matching requests.';
    const isOneDay = new Set(found.map(({ time }) => time.slice(0, 10))).size === 1;
    const isHit = found.some(({ fault }) => fault !== null);
    const columns = requestColumns.filter(({ title }) => title !== 'FAULT' || isHit);
    const rows = found.map((one) => requestCells(one, isOneDay, isHit));
    return table(columns, rows, color, output.width).join('\n');
  });
}

/**
 * Returns a request's table cells. If `isOneDay` is true, all requests are from the same day, so the cells do not
 * contain the date. If `isHit` is false, no fault affected a request, so the cells do not contain the fault.
 */
function requestCells(request: RequestRecord, isOneDay: boolean, isHit: boolean): string[] {
  const { time, method, status, code, charge, fault, ms, path } = request;
  const cells = [
    time.slice(isOneDay ? 11 : 0, 19).replace('T', ' '),
    method,
    status === null ? 'none' : String(status),
    code === null ? '' : String(code),
    String(charge),
  ];
  if (isHit) cells.push(fault ?? '');
  return [...cells, grouped(ms), path];
}
