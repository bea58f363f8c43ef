// The log of a key on the dashboard: its pages by a filter, one row, and the filtered rows as CSV.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { maximumTags } from '../../api/limits';
import { logColumns } from '../../api/lookup-log';
import type { FieldError } from '../../lib/errors';
import { ControlError } from '../control/control';
import { keyOf } from '../control/keys';
import type { Call } from '../http/call';
import { send } from '../http/download';
import { type Values, valuesOf } from '../pages/dashboard/forms';
import { filterForm, logPage, lookupPage, rowsOfLogPage } from '../pages/dashboard/log-page';
import { findLicensee } from '../rules/licensees';
import { redactWhenDue } from '../rules/log';
import { readMoment, readTags } from '../rules/ranges';
import type { Sandbox } from '../sandbox';
import type { ApiKey } from '../store/keys';
import type { LogFilter, Position, ShownLookup } from '../store/lookup-log';
import { lookupTypes } from '../store/lookup-log';
import { headOf, type Page } from './dashboard-pages';

/** Rows of the log that are read at a time; other requests are answered in between. */
const stepSize = 2000;

const header = `${logColumns.join(',')}\n`;

/** The rows of a query, and its errors; an invalid part is ignored. */
interface Choice {
  values: Values;
  filter: LogFilter;
  problems: readonly FieldError[];
}

function readChoice(sandbox: Sandbox, call: Call, key: ApiKey): Choice {
  const problems: FieldError[] = [];
  const wrong = (path: string, message: string): void => void problems.push({ path, message });
  const values = valuesOf(filterForm, call.query);
  const given = (name: string): string => String(values[name] ?? '').trim();
  const moment = (name: string, edge: 'first' | 'last', none: number): number => {
    const time = given(name) === '' ? none : readMoment(given(name), edge);
    if (time === undefined) wrong(name, 'must be a date such as 2026-11-20');
    return time ?? none;
  };
  const type = given('type');
  if (type !== '' && !lookupTypes.some((one) => one === type)) wrong('type', 'is not known');
  const tags = readTags(call);
  if (tags.length > maximumTags) wrong('tags', `must be at most ${maximumTags}`);
  const licensee =
    given('licensee') === '' ? undefined : findLicensee(sandbox, key, given('licensee'));
  if (given('licensee') !== '' && !licensee) wrong('licensee', 'is not known');
  const start = moment('start', 'first', 0);
  const end = moment('end', 'last', Number.MAX_SAFE_INTEGER);
  if (start > end) wrong('start', 'must not be after Until');
  const text = given('q');
  return {
    values,
    filter: { keyId: key.id, start, end, tags, licenseeId: licensee?.id, type, text },
    problems,
  };
}

function readPosition(name: string | null): Position | undefined {
  const [, at, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(name ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), sequence: Number(sequence) };
}

/** The first rows of an iteration over the log, in its order. */
async function firstRows(
  { store }: Sandbox,
  filter: LogFilter,
  direction: 'older' | 'newer',
  from: Position | undefined,
  count: number,
): Promise<ShownLookup[]> {
  const found: ShownLookup[] = [];
  for (const rows of store.log.rows(filter, direction, from, stepSize, count)) {
    found.push(...rows);
    if (found.length >= count) break;
    await yieldToEventLoop();
  }
  return found.slice(0, count);
}

/** A page of rows, newest first, and whether there are more on either side. */
async function pageOf(sandbox: Sandbox, call: Call, filter: LogFilter) {
  const count = rowsOfLogPage + 1;
  const newer = readPosition(call.query.get('newer'));
  if (newer) {
    const found = await firstRows(sandbox, filter, 'newer', newer, count);
    // The newest rows do not fill a page of their own: the newest page shows them.
    if (found.length === count) {
      const rows = found.slice(0, rowsOfLogPage).reverse();
      return { rows, newer: rows[0], older: rows.at(-1) };
    }
  }
  const older = newer ? undefined : readPosition(call.query.get('older'));
  const found = await firstRows(sandbox, filter, 'older', older, count);
  const rows = found.slice(0, rowsOfLogPage);
  return {
    rows,
    newer: older && (rows[0] ?? older),
    older: found.length === count ? rows.at(-1) : undefined,
  };
}

export function log(sandbox: Sandbox): Page {
  return async (call, shown) => {
    await redactWhenDue(sandbox);
    const { values, filter, problems } = readChoice(sandbox, call, keyOf(sandbox, call));
    const isWrong = problems.length > 0;
    const page = isWrong
      ? { rows: [], newer: undefined, older: undefined }
      : await pageOf(sandbox, call, filter);
    const head = headOf(sandbox, keyOf(sandbox, call));
    const failed = shown.failed ?? (isWrong ? { form: filterForm, values, problems } : undefined);
    return logPage({ head, values, ...page }, { ...shown, failed });
  };
}

export function lookup(sandbox: Sandbox): Page {
  return async (call, shown) => {
    await redactWhenDue(sandbox);
    const key = keyOf(sandbox, call);
    const position = readPosition(call.param('row'));
    const row = position && sandbox.store.log.find(key.id, position);
    if (!row) throw new ControlError(404, 'no such lookup');
    const filter = valuesOf(filterForm, call.query);
    return lookupPage(headOf(sandbox, key), row, filter, shown);
  };
}

/** The rows of a filter as CSV with a header row, oldest first, whatever page is shown. */
export function logCsv(sandbox: Sandbox): (call: Call) => Promise<Response> {
  return async (call) => {
    await redactWhenDue(sandbox);
    const { filter, problems } = readChoice(sandbox, call, keyOf(sandbox, call));
    const [problem] = problems;
    if (problem) throw new ControlError(422, `${problem.path} ${problem.message}`);
    function* pieces() {
      yield header;
      yield* sandbox.store.log.csv(filter, stepSize);
    }
    const headers = {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': 'attachment; filename="lookups.csv"',
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    try {
      return await send(call, { headers, pieces: pieces() });
    } catch (error) {
      sandbox.report(error);
      return RESPONSE_ALREADY_SENT;
    }
  };
}
