// Reads the log page's filter, and the log entries to show on the page.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { maximumTags } from '../../../api/limits';
import type { FieldError } from '../../../lib/errors';
import type { Call } from '../../http/call';
import { findLicensee } from '../../rules/caller';
import { readMoment, readTags } from '../../rules/ranges';
import type { Sandbox } from '../../server/sandbox';
import type { ApiKey } from '../../store/keys';
import {
  type LogEntry,
  type LogFilter,
  type LogPosition,
  lookupTypes,
} from '../../store/lookup-log';
import { type Form, formValues, optionalText, type Values } from './forms';

const entriesPerPage = 50;

/**
 * The maximum number of log entries that the sandbox reads at once. Between two reads, the sandbox handles other
 * requests.
 */
export const readAtOnce = 2000;

export const filterForm: Form = {
  name: 'filter',
  fields: [
    optionalText('q', 'Contains'),
    {
      name: 'type',
      label: 'Type',
      kind: 'choice',
      options: [['', 'Every type'], ...lookupTypes.map((type) => [type, type] as const)],
    },
    optionalText('tags', 'Tags'),
    optionalText('licensee', 'Licensee'),
    { name: 'start', label: 'From', kind: 'date', optional: true },
    { name: 'end', label: 'Until', kind: 'date', optional: true },
  ],
};

/**
 * Returns the query string for a filter's values and for additional parameters. Returns an empty string if all values
 * are empty.
 */
export function filterQuery(values: Values, more: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...values, ...more })) {
    if (typeof value === 'string' && value !== '') query.set(name, value);
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/**
 * The filter in a query. `problems` lists the invalid values. If there are problems, the caller must not use `filter`.
 */
interface ReadFilter {
  values: Values;
  filter: LogFilter;
  problems: readonly FieldError[];
}

/** Reads the filter in a request's query. */
export function readFilter(sandbox: Sandbox, call: Call, key: ApiKey): ReadFilter {
  const values = formValues(filterForm, call.query);
  const text = (name: string): string => String(values[name] ?? '').trim();
  const problems: FieldError[] = [];
  const report = (path: string, message: string): void => {
    problems.push({ path, message });
  };

  const readDate = (name: string, edge: 'first' | 'last', fallback: number): number => {
    const time = text(name) === '' ? fallback : readMoment(text(name), edge);
    if (time === undefined) report(name, 'must be a date such as 2026-11-20');
    return time ?? fallback;
  };

  const type = text('type');
  if (type !== '' && !lookupTypes.some((known) => known === type))
    report('type', 'must be one of the listed lookup types');
  const tags = readTags(call);
  if (tags.length > maximumTags) report('tags', `must list at most ${maximumTags} tags`);
  const licensee =
    text('licensee') === '' ? undefined : findLicensee(sandbox, key, text('licensee'));
  if (text('licensee') !== '' && !licensee) {
    report('licensee', 'is unknown or belongs to a different key');
  }
  const start = readDate('start', 'first', 0);
  const end = readDate('end', 'last', Number.MAX_SAFE_INTEGER);
  if (start > end) report('start', 'must not be later than the Until date');

  const filter: LogFilter = {
    keyId: key.id,
    start,
    end,
    tags,
    licenseeId: licensee?.id,
    type,
    text: text('q'),
  };
  return { values, filter, problems };
}

/** Returns the position that a log entry's name contains (see `entryName`). Returns undefined for any other text. */
export function readPosition(name: string | null): LogPosition | undefined {
  const [, at, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(name ?? '') ?? [];
  return at === undefined ? undefined : { at: Number(at), sequence: Number(sequence) };
}

/**
 * Returns up to `count` matching entries that are older or newer than the position `from`, nearest first. If `from` is
 * undefined, starts with the newest entry.
 */
async function firstEntries(
  { store }: Sandbox,
  filter: LogFilter,
  direction: 'older' | 'newer',
  from: LogPosition | undefined,
  count: number,
): Promise<LogEntry[]> {
  const found: LogEntry[] = [];
  for (const entries of store.log.entries(filter, direction, from, readAtOnce, count)) {
    found.push(...entries);
    if (found.length >= count) break;
    await yieldToEventLoop();
  }
  return found.slice(0, count);
}

/** A page of log entries, newest first. */
export interface LogPageEntries {
  entries: readonly LogEntry[];
  /** The position after which the next older page starts; undefined on the oldest page. */
  older: LogPosition | undefined;
  /** The position before which the next newer page ends; undefined on the newest page. */
  newer: LogPosition | undefined;
}

/** Returns the page of log entries that the `older` or `newer` parameter requests. Default: the newest page. */
export async function entriesOfPage(
  sandbox: Sandbox,
  call: Call,
  filter: LogFilter,
): Promise<LogPageEntries> {
  // The sandbox reads one more entry than the page shows, to find out whether another page exists.
  const count = entriesPerPage + 1;
  const newer = readPosition(call.query.get('newer'));
  if (newer) {
    const found = await firstEntries(sandbox, filter, 'newer', newer, count);
    // If the newer entries do not fill a page, the code below returns the newest page, which also has older entries.
    if (found.length === count) {
      const entries = found.slice(0, entriesPerPage).reverse();
      return { entries, newer: entries[0], older: entries.at(-1) };
    }
  }
  const older = newer ? undefined : readPosition(call.query.get('older'));
  const found = await firstEntries(sandbox, filter, 'older', older, count);
  const entries = found.slice(0, entriesPerPage);
  return {
    entries,
    newer: older && (entries[0] ?? older),
    older: found.length === count ? entries.at(-1) : undefined,
  };
}
