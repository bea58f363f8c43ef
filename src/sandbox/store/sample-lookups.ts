// Adds sample lookups to the lookup log: entries that look like an online shop's traffic. SQL creates the entries,
// because a sandbox can add millions of sample lookups.
import type { Database } from './database';
import { type LookupType, storable } from './lookup-log';

/** The default share of each lookup type, in percent. */
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

/** The sample lookups to add. */
export interface SampleLookups {
  keyId: number;
  /** The first and the last moment of the range, in milliseconds since the epoch. */
  start: number;
  end: number;
  count: number;
  /** The sequence number of the first entry. The sequence numbers determine the entries' content. */
  sequence: number;
  tags: readonly string[];
  licenseeId: number | null;
  /** Whether the entries contain personal data. */
  personal: boolean;
}

/** Returns SQL that uses a number to choose one of the strings. `number` is an SQL expression. */
const caseOf = (number: string, texts: readonly string[]): string =>
  `CASE ${number} % ${texts.length} ${texts.map((text, at) => `WHEN ${at} THEN '${text}'`).join(' ')} END`;

/** Returns SQL for an entry's lookup type. `n % 100` chooses the type according to the shares in `defaultTypes`. */
function sampleTypeSql(): string {
  let end = 0;
  const cases = Object.entries(defaultTypes).map(([type, share]) => {
    end += share;
    return `WHEN n % 100 < ${end} THEN '${type}'`;
  });
  return `CASE ${cases.join(' ')} END`;
}

const sampleTerm = `CASE type
  WHEN 'Place Resolution' THEN 'geonames_' || (1000000 + n % 8999999)
  WHEN 'Email Validation' THEN ${caseOf('n', sampleNames)} || '.' || (n / 100 % 98 + 1) || '@example.com'
  WHEN 'Phone Validation' THEN '+1415555' || substr('000' || (n / 100 % 100 + 100), -4)
  ELSE (n / 100 % 1999 + 1) || ' ' || ${caseOf('n', sampleStreets)} END`;

// `n` is a pseudo-random number, so that neighboring entries differ. The square in `visitor` makes low numbers more
// frequent, so that a few visitors return often. The casts are necessary because some runtimes bind large numbers as
// REAL. A division of REAL numbers would not return whole milliseconds.
const insertSamples = `
  WITH RECURSIVE
    rows (i) AS (
      SELECT CAST(?1 AS INTEGER)
      UNION ALL
      SELECT i + 1 FROM rows WHERE i + 1 < CAST(?2 AS INTEGER)
    ),
    mixed AS (SELECT i, i * 48271 % 2147483647 AS m FROM rows),
    numbered AS (SELECT i, m * m % 2147483629 AS n FROM mixed),
    typed AS (
      SELECT i, n, n / 7 % 600 * (n / 7 % 600) / 600 AS visitor, ${sampleTypeSql()} AS type
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

export function createSampleLookups(database: Database) {
  const insert = database.prepare(insertSamples);
  return {
    /** Adds log entries. Their search terms match the lookup types, and some visitors appear more than once. */
    add: (samples: SampleLookups): void => {
      insert.run(
        samples.sequence,
        samples.sequence + samples.count,
        samples.keyId,
        samples.start,
        samples.end - samples.start + 1,
        samples.count,
        samples.personal ? 1 : 0,
        storable(samples.tags.join(',')),
        samples.licenseeId,
      );
    },
  };
}
