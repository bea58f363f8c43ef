// The lookup log, with one entry for each billed request. Because the log can have millions of entries, the sandbox
// reads and redacts the log in pages, and SQLite creates the CSV for each page.
import { dayMs } from '../server/clock';
import { type Database, integerColumn, type Row, type Statement, textColumn } from './database';

export const lookupTypes = [
  'Place Resolution',
  'Address Lookup',
  'Address Verification',
  'Address Cleanse',
  'Email Validation',
  'Phone Validation',
] as const;

export type LookupType = (typeof lookupTypes)[number];

interface NewLogEntry {
  keyId: number;
  /** The time of the lookup, in milliseconds since the epoch. */
  at: number;
  /** A unique number that determines the order of entries with the same time. */
  sequence: number;
  ip: string;
  term: string;
  url: string;
  type: LookupType;
  tags: readonly string[];
  lookups: number;
  licenseeId: number | null;
  sourceIp: string;
}

/** A log entry with the CSV columns as properties. */
export interface LogEntry extends LogPosition {
  ip: string;
  term: string;
  url: string;
  type: string;
  /** The tags, separated by commas. */
  tags: string;
  lookups: number;
  /** The licensee's name, or an empty string if the entry has no licensee. */
  licensee: string;
  sourceIp: string;
}

/** A filter for log entries. The time range includes both `start` and `end`, in milliseconds since the epoch. */
export interface LogFilter {
  keyId: number;
  start: number;
  end: number;
  /** At most three tags. An entry must have all of these tags. */
  tags: readonly string[];
  licenseeId: number | undefined;
  /** The lookup type. Undefined or an empty string allows every type. */
  type?: string;
  /**
   * The text that at least one of these columns must contain: IP, term, URL, tags, source IP. The filter ignores the
   * case of ASCII letters.
   */
  text?: string;
}

/** The position of an entry in a key's log. */
export interface LogPosition {
  at: number;
  sequence: number;
}

/** Replaces NULs and lone surrogates in a string, so that every SQLite build stores the result unchanged. */
export function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}

/** Returns SQL that converts a column's text to a CSV cell, in quotes if necessary. */
const csvCell = (column: string): string => `
  CASE
    WHEN ${column} GLOB '*[",' || char(10) || char(13) || ']*'
    THEN '"' || replace(${column}, '"', '""') || '"'
    ELSE ${column}
  END`;

const licenseeName = `
  CASE
    WHEN licensee_id IS NULL THEN ''
    ELSE coalesce((SELECT ${csvCell('name')} FROM licensees WHERE id = licensee_id), '')
  END`;

const csvLine = `
  concat_ws(
    ',',
    strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch'),
    ip,
    ${csvCell('term')},
    ${csvCell('url')},
    type,
    ${csvCell('tags')},
    lookups,
    ${licenseeName},
    source_ip
  ) || char(10)`;

/**
 * The SQL condition for entries that match a filter. `filterValues` returns the values for the condition's parameters.
 */
const matchesFilter = `
  (?6 IS NULL OR licensee_id = ?6)
  AND (?7 = '' OR instr(',' || tags || ',', ?7) > 0)
  AND (?8 = '' OR instr(',' || tags || ',', ?8) > 0)
  AND (?9 = '' OR instr(',' || tags || ',', ?9) > 0)
  AND (?10 = '' OR type = ?10)
  AND (?11 = '' OR instr(lower(concat_ws(char(10), ip, term, url, tags, source_ip)), lower(?11)) > 0)`;

/** The SQL condition for entries with personal data. */
const hasPersonalData = "(ip <> '' OR term <> '' OR url <> '' OR source_ip <> '')";

/** The SQL condition for the entries after the position (?2, ?3), up to and including the position (?4, ?5). */
const inPage = 'key_id = ?1 AND (at, sequence) > (?2, ?3) AND (at, sequence) <= (?4, ?5)';

const selectEntries = `
  SELECT
    at,
    sequence,
    ip,
    term,
    url,
    type,
    tags,
    lookups,
    coalesce((SELECT name FROM licensees WHERE id = licensee_id), '') AS licensee,
    source_ip
  FROM lookups`;

const positionOf = (row: Row): LogPosition => ({
  at: integerColumn(row, 'at'),
  sequence: integerColumn(row, 'sequence'),
});

const readEntry = (row: Row): LogEntry => ({
  ...positionOf(row),
  ip: textColumn(row, 'ip'),
  term: textColumn(row, 'term'),
  url: textColumn(row, 'url'),
  type: textColumn(row, 'type'),
  tags: textColumn(row, 'tags'),
  lookups: integerColumn(row, 'lookups'),
  licensee: textColumn(row, 'licensee'),
  sourceIp: textColumn(row, 'source_ip'),
});

const lastSequence = Number.MAX_SAFE_INTEGER;

const insertEntry = `
  INSERT INTO lookups (
    key_id, at, sequence, ip, term, url, type, tags, lookups, licensee_id, source_ip
  )
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const endOfPage = `
  SELECT at, sequence
  FROM lookups
  WHERE key_id = ? AND (at, sequence) > (?, ?) AND at <= ?
  ORDER BY at, sequence
  LIMIT 1 OFFSET ?`;

const csvOfPage = `
  SELECT coalesce(group_concat(line, ''), '') AS text
  FROM (
    SELECT ${csvLine} AS line
    FROM lookups
    WHERE ${inPage} AND ${matchesFilter}
    ORDER BY at, sequence
  )`;

const daysOfPage = `
  SELECT at / ${dayMs} AS day, sum(lookups) AS count
  FROM lookups
  WHERE ${inPage} AND ${matchesFilter}
  GROUP BY 1`;

const redactPage = `
  UPDATE lookups
  SET ip = '', term = '', url = '', source_ip = ''
  WHERE ${inPage} AND ${hasPersonalData}`;

const newestEntries = `
  ${selectEntries}
  WHERE key_id = ?
  ORDER BY at DESC, sequence DESC
  LIMIT ?`;

const oneEntry = `
  ${selectEntries}
  WHERE key_id = ? AND at = ? AND sequence = ?`;

/**
 * Prepares the two statements that read the log in one direction. The first statement finds the end of a step, and the
 * second statement reads the step's entries.
 */
function prepareSteps(
  database: Database,
  beyond: '<' | '>',
  upTo: '<=' | '>=',
  order: 'ASC' | 'DESC',
) {
  return {
    end: database.prepare(`
      SELECT at, sequence
      FROM lookups
      WHERE key_id = ? AND (at, sequence) ${beyond} (?, ?) AND at ${upTo} ?
      ORDER BY at ${order}, sequence ${order}
      LIMIT 1 OFFSET ?`),
    entries: database.prepare(`
      ${selectEntries}
      WHERE key_id = ?1
        AND (at, sequence) ${beyond} (?2, ?3)
        AND (at, sequence) ${upTo} (?4, ?5)
        AND ${matchesFilter}
      ORDER BY at ${order}, sequence ${order}
      LIMIT ?12`),
  };
}

/** Returns the values for the parameters in `matchesFilter`. */
function filterValues({ licenseeId, tags, type = '', text = '' }: LogFilter) {
  const tagText = (tag: string | undefined): string =>
    tag === undefined ? '' : `,${storable(tag)},`;
  return [
    licenseeId ?? null,
    tagText(tags[0]),
    tagText(tags[1]),
    tagText(tags[2]),
    type,
    storable(text),
  ] as const;
}

export class LookupLog {
  readonly #insert: Statement;
  readonly #endOfPage: Statement;
  readonly #csvOfPage: Statement;
  readonly #daysOfPage: Statement;
  readonly #redactPage: Statement;
  readonly #newestEntries: Statement;
  readonly #oneEntry: Statement;
  readonly #steps: Readonly<Record<'older' | 'newer', ReturnType<typeof prepareSteps>>>;

  constructor(database: Database) {
    this.#insert = database.prepare(insertEntry);
    this.#endOfPage = database.prepare(endOfPage);
    this.#csvOfPage = database.prepare(csvOfPage);
    this.#daysOfPage = database.prepare(daysOfPage);
    this.#redactPage = database.prepare(redactPage);
    this.#newestEntries = database.prepare(newestEntries);
    this.#oneEntry = database.prepare(oneEntry);
    this.#steps = {
      older: prepareSteps(database, '<', '>=', 'DESC'),
      newer: prepareSteps(database, '>', '<=', 'ASC'),
    };
  }

  add(entry: NewLogEntry): void {
    this.#insert.run(
      entry.keyId,
      entry.at,
      entry.sequence,
      entry.ip,
      storable(entry.term),
      storable(entry.url),
      entry.type,
      storable(entry.tags.join(',')),
      entry.lookups,
      entry.licenseeId,
      entry.sourceIp,
    );
  }

  /**
   * Yields the matching entries as CSV, oldest first. Reads pages of `size` entries, and does not hold a lock between
   * pages.
   */
  *csv(filter: LogFilter, size: number): Generator<string> {
    for (const page of this.#pages(filter.keyId, filter.start, filter.end, size)) {
      const row = this.#csvOfPage.get(...page, ...filterValues(filter));
      if (row) yield textColumn(row, 'text');
    }
  }

  /**
   * Yields the entries that match a filter, starting after the `from` position. If the direction is `older`, reads
   * backward in time. If the direction is `newer`, reads forward in time. Each step reads `size` entries from the log,
   * and yields at most `limit` matching entries. The caller can stop the generator as soon as it has enough entries.
   */
  *entries(
    filter: LogFilter,
    direction: 'older' | 'newer',
    from: LogPosition | undefined,
    size: number,
    limit: number,
  ): Generator<LogEntry[]> {
    const { keyId, start, end } = filter;
    const isOlder = direction === 'older';
    const statements = this.#steps[direction];
    const first: LogPosition = { at: start, sequence: -1 };
    const last: LogPosition = { at: end, sequence: lastSequence };
    const edge = isOlder ? first : last;
    let after = isOlder ? last : first;
    if (from && (isOlder ? from.at <= end : from.at >= start)) after = from;
    for (;;) {
      const row = statements.end.get(keyId, after.at, after.sequence, edge.at, size - 1);
      const to = row ? positionOf(row) : edge;
      const step = [keyId, after.at, after.sequence, to.at, to.sequence] as const;
      yield statements.entries.all(...step, ...filterValues(filter), limit).map(readEntry);
      if (!row) return;
      after = to;
    }
  }

  /** Returns the entry at a position, or undefined if the position has no entry. */
  find(keyId: number, { at, sequence }: LogPosition): LogEntry | undefined {
    const row = this.#oneEntry.get(keyId, at, sequence);
    return row && readEntry(row);
  }

  /** Returns a key's newest entries, newest first. */
  newest(keyId: number, count: number): LogEntry[] {
    return this.#newestEntries.all(keyId, count).map(readEntry);
  }

  /**
   * Yields the number of lookups by UTC day. Reads pages of `size` entries, and yields one map for each page, so that a
   * day can appear in several maps. Each map's keys are days since the epoch. Other code can run between two pages.
   */
  *countByDay(filter: LogFilter, size: number): Generator<Map<number, number>> {
    for (const page of this.#pages(filter.keyId, filter.start, filter.end, size)) {
      const rows = this.#daysOfPage.all(...page, ...filterValues(filter));
      yield new Map(rows.map((row) => [integerColumn(row, 'day'), integerColumn(row, 'count')]));
    }
  }

  /**
   * Removes personal data from the entries before a time, in pages. Yields the number of changed entries in each page.
   */
  *redact(keyId: number, before: number, size: number): Generator<number> {
    for (const page of this.#pages(keyId, 0, before - 1, size)) {
      yield this.#redactPage.run(...page).changes;
    }
  }

  /** Divides a range into pages. Yields the position before each page, and the position of the page's last entry. */
  *#pages(keyId: number, start: number, end: number, size: number) {
    let after: LogPosition = { at: start, sequence: -1 };
    for (;;) {
      const row = this.#endOfPage.get(keyId, after.at, after.sequence, end, size - 1);
      const last = row ? positionOf(row) : { at: end, sequence: lastSequence };
      yield [keyId, after.at, after.sequence, last.at, last.sequence] as const;
      if (!row) return;
      after = last;
    }
  }
}
