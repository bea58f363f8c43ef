// The lookup log: one row for each billed request. It may hold millions of rows, so it is read, redacted and
// filled in pages, and SQLite makes a page's CSV.
import { dayMs } from '../server/clock';
import { type Database, integerColumn, type Row, textColumn } from './database';

export const lookupTypes = [
  'Place Resolution',
  'Address Lookup',
  'Address Verification',
  'Address Cleanse',
  'Email Validation',
  'Phone Validation',
] as const;

export type LookupType = (typeof lookupTypes)[number];

/** The share of each type, if none is given. */
export const defaultTypes: Readonly<Record<LookupType, number>> = {
  'Place Resolution': 50,
  'Address Lookup': 20,
  'Address Verification': 12,
  'Address Cleanse': 5,
  'Email Validation': 9,
  'Phone Validation': 4,
};

export const sampleStreets = [
  'Main St',
  'Oak Ave',
  'Park Rd',
  'Maple Dr',
  'Broadway',
  'Elm St',
  '2nd Ave',
];

export const sampleNames = 'anna ben carla david emma felix grace henry ines jonas'.split(' ');
export const samplePages = ['checkout', 'account/address', 'register', 'cart', 'delivery'];

interface NewLogEntry {
  keyId: number;
  /** Milliseconds since the epoch. */
  at: number;
  /** Orders rows of the same millisecond; never repeated. */
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

/** A row for views: columns of the CSV by name. */
export interface LogEntry extends LogPosition {
  ip: string;
  term: string;
  url: string;
  type: string;
  /** Separated by commas. */
  tags: string;
  lookups: number;
  /** Name of the licensee; empty if there is none. */
  licensee: string;
  sourceIp: string;
}

/** The filter of rows. Both ends of the range belong to it. */
export interface LogFilter {
  keyId: number;
  start: number;
  end: number;
  /** A row must carry all of them. */
  tags: readonly string[];
  licenseeId: number | undefined;
  /** Label of a lookup type; every type if it is absent or empty. */
  type?: string;
  /** Text that IP, term, URL, tags or source IP must contain; ASCII letters in any case. */
  text?: string;
}

export interface LogPosition {
  at: number;
  sequence: number;
}

interface Samples {
  keyId: number;
  /** Both ends are in the range; milliseconds since the epoch. */
  start: number;
  end: number;
  count: number;
  /** Sequence of the first row; what the rows hold follows from it. */
  sequence: number;
  tags: readonly string[];
  licenseeId: number | null;
  personal: boolean;
}

/** Text in the form of the log: the same on every SQLite, whatever a caller sent. */
function storable(text: string): string {
  return Buffer.from(text.replaceAll('\0', '\uFFFD')).toString();
}

/** SQL for the text of a column as a cell of CSV, in quotes if it needs them. */
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

const line = `
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

/** A condition without a value holds for every row. The values are those of `filterValues`. */
const passesFilter = `
  (?6 IS NULL OR licensee_id = ?6)
  AND (?7 = '' OR instr(',' || tags || ',', ?7) > 0)
  AND (?8 = '' OR instr(',' || tags || ',', ?8) > 0)
  AND (?9 = '' OR instr(',' || tags || ',', ?9) > 0)
  AND (?10 = '' OR type = ?10)
  AND (?11 = '' OR instr(lower(concat_ws(char(10), ip, term, url, tags, source_ip)), lower(?11)) > 0)`;

const personal = "(ip <> '' OR term <> '' OR url <> '' OR source_ip <> '')";

/** Rows after one position and up to another, in the order of the log. */
const inPage = 'key_id = ?1 AND (at, sequence) > (?2, ?3) AND (at, sequence) <= (?4, ?5)';

const selectRows = `
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

const readRow = (row: Row): LogEntry => ({
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

/** SQL that chooses one of the texts by a number. */
const caseOf = (number: string, texts: readonly string[]): string =>
  `CASE ${number} % ${texts.length} ${texts.map((text, at) => `WHEN ${at} THEN '${text}'`).join(' ')} END`;

/** SQL for the type of a row: of a hundred numbers, each type has its share. */
const sampleType = `CASE ${Object.entries(defaultTypes)
  .reduce<{ end: number; sql: string }>(
    ({ end, sql }, [type, share]) => ({
      end: end + share,
      sql: `${sql} WHEN n % 100 < ${end + share} THEN '${type}'`,
    }),
    { end: 0, sql: '' },
  )
  .sql.trim()} END`;

const sampleTerm = `CASE type
  WHEN 'Place Resolution' THEN 'geonames_' || (1000000 + n % 8999999)
  WHEN 'Email Validation' THEN ${caseOf('n', sampleNames)} || '.' || (n / 100 % 98 + 1) || '@example.com'
  WHEN 'Phone Validation' THEN '+1415555' || substr('000' || (n / 100 % 100 + 100), -4)
  ELSE (n / 100 % 1999 + 1) || ' ' || ${caseOf('n', sampleStreets)} END`;

// `n` is a number without a visible order: rows beside each other differ. Squared visitors: a few come often.
// Some runtimes bind large numbers as REAL, whose quotient is no whole number of milliseconds.
const samples = `
  WITH RECURSIVE
    rows (i) AS (
      SELECT CAST(?1 AS INTEGER)
      UNION ALL
      SELECT i + 1 FROM rows WHERE i + 1 < CAST(?2 AS INTEGER)
    ),
    mixed AS (SELECT i, i * 48271 % 2147483647 AS m FROM rows),
    numbered AS (SELECT i, m * m % 2147483629 AS n FROM mixed),
    typed AS (
      SELECT i, n, n / 7 % 600 * (n / 7 % 600) / 600 AS visitor, ${sampleType} AS type
      FROM numbered
    )
  INSERT INTO lookups (
    key_id, at, sequence, ip, term, url, type, tags, lookups, licensee_id, source_ip
  )
  SELECT
    ?3,
    CAST(?4 AS INTEGER)
      + ((i - CAST(?1 AS INTEGER)) * CAST(?5 AS INTEGER) + n % CAST(?5 AS INTEGER))
      / CAST(?6 AS INTEGER),
    i,
    CASE
      WHEN ?7 THEN ${caseOf('visitor', ['192.0.2.', '198.51.100.', '203.0.113.'])} || (1 + visitor / 3)
      ELSE ''
    END,
    CASE WHEN ?7 THEN ${sampleTerm} ELSE '' END,
    CASE WHEN ?7 THEN 'https://shop.example/' || ${caseOf('n / 13', samplePages)} ELSE '' END,
    type,
    ?8,
    1,
    ?9,
    ''
  FROM typed`;

const lastSequence = Number.MAX_SAFE_INTEGER;

export function createLookupLog(database: Database) {
  const insert = database.prepare(`
    INSERT INTO lookups (
      key_id, at, sequence, ip, term, url, type, tags, lookups, licensee_id, source_ip
    )
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const insertSamples = database.prepare(samples);
  const endOfPage = database.prepare(`
    SELECT at, sequence
    FROM lookups
    WHERE key_id = ? AND (at, sequence) > (?, ?) AND at <= ?
    ORDER BY at, sequence
    LIMIT 1 OFFSET ?`);
  const csvOfPage = database.prepare(`
    SELECT coalesce(group_concat(line, ''), '') AS text
    FROM (
      SELECT ${line} AS line
      FROM lookups
      WHERE ${inPage} AND ${passesFilter}
      ORDER BY at, sequence
    )`);
  const newestRows = database.prepare(`
    ${selectRows}
    WHERE key_id = ?
    ORDER BY at DESC, sequence DESC
    LIMIT ?`);
  const oneRow = database.prepare(`
    ${selectRows}
    WHERE key_id = ? AND at = ? AND sequence = ?`);
  /** The two statements of each direction: the end of a step, and its rows. */
  const steps = (beyond: '<' | '>', upTo: '<=' | '>=', order: 'ASC' | 'DESC') => ({
    end: database.prepare(`
      SELECT at, sequence
      FROM lookups
      WHERE key_id = ? AND (at, sequence) ${beyond} (?, ?) AND at ${upTo} ?
      ORDER BY at ${order}, sequence ${order}
      LIMIT 1 OFFSET ?`),
    rows: database.prepare(`
      ${selectRows}
      WHERE key_id = ?1
        AND (at, sequence) ${beyond} (?2, ?3)
        AND (at, sequence) ${upTo} (?4, ?5)
        AND ${passesFilter}
      ORDER BY at ${order}, sequence ${order}
      LIMIT ?12`),
  });
  const directions = { older: steps('<', '>=', 'DESC'), newer: steps('>', '<=', 'ASC') } as const;
  const daysOfPage = database.prepare(`
    SELECT at / ${dayMs} AS day, sum(lookups) AS count
    FROM lookups
    WHERE ${inPage} AND ${passesFilter}
    GROUP BY 1`);
  const redactPage = database.prepare(`
    UPDATE lookups
    SET ip = '', term = '', url = '', source_ip = ''
    WHERE ${inPage} AND ${personal}`);

  /** Iterates over a range: each step is the position before a page and that of its last row. */
  function* pages(keyId: number, start: number, end: number, size: number) {
    let after: LogPosition = { at: start, sequence: -1 };
    for (;;) {
      const row = endOfPage.get(keyId, after.at, after.sequence, end, size - 1);
      const last = row ? positionOf(row) : { at: end, sequence: lastSequence };
      yield [keyId, after.at, after.sequence, last.at, last.sequence] as const;
      if (!row) return;
      after = last;
    }
  }

  const filterValues = ({ licenseeId, tags, type = '', text = '' }: LogFilter) =>
    [
      licenseeId ?? null,
      ...[0, 1, 2].map((at) => (tags[at] === undefined ? '' : `,${storable(tags[at])},`)),
      type,
      storable(text),
    ] as const;

  return {
    add: (row: NewLogEntry) =>
      void insert.run(
        row.keyId,
        row.at,
        row.sequence,
        row.ip,
        storable(row.term),
        storable(row.url),
        row.type,
        storable(row.tags.join(',')),
        row.lookups,
        row.licenseeId,
        row.sourceIp,
      ),
    /** Adds rows of sample lookups, whose terms fit their types and whose visitors come back. */
    addSamples: ({ keyId, start, end, count, sequence, ...row }: Samples) =>
      void insertSamples.run(
        sequence,
        sequence + count,
        keyId,
        start,
        end - start + 1,
        count,
        row.personal ? 1 : 0,
        storable(row.tags.join(',')),
        row.licenseeId,
      ),
    /** The rows as CSV, oldest first, in pages of `size` rows; no lock is held between them. */
    *csv(filter: LogFilter, size: number) {
      for (const page of pages(filter.keyId, filter.start, filter.end, size)) {
        const row = csvOfPage.get(...page, ...filterValues(filter));
        if (row) yield textColumn(row, 'text');
      }
    },
    /**
     * The rows of a filter after a position: `older` iterates back in time, `newer` forward. Each step reads
     * `size` rows of the log and yields the matching ones, at most `limit`: stop the iteration at that number.
     */
    *rows(
      filter: LogFilter,
      direction: 'older' | 'newer',
      from: LogPosition | undefined,
      size: number,
      limit: number,
    ) {
      const { keyId, start, end } = filter;
      const isOlder = direction === 'older';
      const statements = directions[direction];
      const [first, last] = [
        { at: start, sequence: -1 },
        { at: end, sequence: lastSequence },
      ] as const;
      const edge: LogPosition = isOlder ? first : last;
      let after: LogPosition = isOlder ? last : first;
      if (from && (isOlder ? from.at <= end : from.at >= start)) after = from;
      for (;;) {
        const row = statements.end.get(keyId, after.at, after.sequence, edge.at, size - 1);
        const to = row ? positionOf(row) : edge;
        const step = [keyId, after.at, after.sequence, to.at, to.sequence] as const;
        yield statements.rows.all(...step, ...filterValues(filter), limit).map(readRow);
        if (!row) return;
        after = to;
      }
    },
    find(keyId: number, { at, sequence }: LogPosition) {
      const row = oneRow.get(keyId, at, sequence);
      return row && readRow(row);
    },
    newest: (keyId: number, count: number) => newestRows.all(keyId, count).map(readRow),
    /** Lookups consumed by UTC day (its number since the epoch), in steps; other code runs in between. */
    *countByDay(filter: LogFilter, size: number) {
      for (const page of pages(filter.keyId, filter.start, filter.end, size)) {
        const rows = daysOfPage.all(...page, ...filterValues(filter));
        yield new Map(rows.map((row) => [integerColumn(row, 'day'), integerColumn(row, 'count')]));
      }
    },
    /** Empties the personal columns of rows before a time, in steps; yields the number of changed rows. */
    *redact(keyId: number, before: number, size: number) {
      for (const page of pages(keyId, 0, before - 1, size)) {
        yield redactPage.run(...page).changes;
      }
    },
  };
}
