// Parquet and the Hive layout, read back by two other readers: hyparquet and DuckDB.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HiveFormat, ParquetFormat } from '../../src/export/parquet';
import { type Database, hasDuckDb, openDatabase } from '../support/duckdb';
import { csvCell, logBetween, MemorySink, parseCsv, tagsOf } from '../support/log';
import { isThorough, runs, sample, systemTest } from '../support/runs';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 1);
let directory: string;

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'waypost-parquet-'));
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

async function parquetOf(
  windows: string[],
  note: (rows: number) => void = () => {},
  pieceSize = 50_000,
) {
  const sink = new MemorySink();
  const format = new ParquetFormat(sink, note);
  for (const text of windows) {
    const bytes = Buffer.from(text);
    for (let from = 0; from < bytes.length; from += pieceSize) {
      const piece = Buffer.from(bytes.subarray(from, from + pieceSize));
      await format.write(piece);
      piece.fill(0x22);
    }
    await format.endWindow();
  }
  await format.finish();
  return { sink, rows: format.rows };
}

async function readBack(bytes: Buffer): Promise<Record<string, unknown>[]> {
  const file = new Uint8Array(bytes).buffer;
  return parquetReadObjects({ file, compressors });
}

/** The Parquet row for these cells. */
function typed(cells: readonly string[]): Record<string, unknown> {
  const [timestamp = '', ip = '', search_term = '', url = '', lookup_type = ''] = cells;
  const [tags = '', consumed = '', licensee = '', source_ip = ''] = cells.slice(5);
  const isCount = /^-?\d{1,18}$/.test(consumed);
  const time = Date.parse(timestamp);
  return {
    timestamp: Number.isNaN(time) ? null : new Date(time),
    ip,
    search_term,
    url,
    lookup_type,
    tags: tagsOf(tags),
    lookups_consumed: isCount ? BigInt(consumed) : null,
    licensee,
    source_ip,
  };
}

describe('a Parquet file', () => {
  const contents: [what: string, windows: string[]][] = [
    ['no rows', []],
    ['one row', [logBetween(start, start, 1000)]],
    [
      'rows from two responses',
      [logBetween(start, start + 5000, 1000), logBetween(start + 9000, start + 12_000, 1000)],
    ],
    ['several row groups', [logBetween(start, start + 70_000_000, 1000)]],
  ];
  test.each(isThorough ? contents : contents.slice(0, -1))(
    'with %s contains every entry of the log',
    async (_, windows) => {
      const { sink, rows } = await parquetOf(windows);
      const expected = windows.flatMap((text) => parseCsv(text).map(typed));
      expect(rows).toBe(expected.length);
      expect(await readBack(sink.bytes)).toEqual(expected);
    },
  );

  test('has typed columns, statistics and Snappy compression', async () => {
    const { sink } = await parquetOf([logBetween(start, start + 60_000, 1000)]);
    const { schema, row_groups, created_by } = parquetMetadata(new Uint8Array(sink.bytes).buffer);
    expect(schema.map(({ name, type, converted_type }) => [name, type, converted_type])).toEqual([
      ['log', undefined, undefined],
      ['timestamp', 'INT64', 'TIMESTAMP_MILLIS'],
      ['ip', 'BYTE_ARRAY', 'UTF8'],
      ['search_term', 'BYTE_ARRAY', 'UTF8'],
      ['url', 'BYTE_ARRAY', 'UTF8'],
      ['lookup_type', 'BYTE_ARRAY', 'UTF8'],
      ['tags', undefined, 'LIST'],
      ['list', undefined, undefined],
      ['element', 'BYTE_ARRAY', 'UTF8'],
      ['lookups_consumed', 'INT64', undefined],
      ['licensee', 'BYTE_ARRAY', 'UTF8'],
      ['source_ip', 'BYTE_ARRAY', 'UTF8'],
    ]);
    expect(created_by).toMatch(/^waypost version /);
    const [time] = row_groups[0]?.columns ?? [];
    expect(time?.meta_data?.codec).toBe('SNAPPY');
    expect(time?.meta_data?.statistics).toMatchObject({
      min_value: new Date(start),
      max_value: new Date(start + 60_000),
      null_count: 0n,
    });
  });

  test.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
    ['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
    ['2026-01-01T01:30:00.5+02:00', '2025-12-31T23:30:00.500Z'],
    ['2026-01-01 00:00:00', '2026-01-01T00:00:00.000Z'],
    ['2026-01-01', '2026-01-01T00:00:00.000Z'],
    ['1969-12-31T23:59:59.999Z', '1969-12-31T23:59:59.999Z'],
    ['0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
    ['0000-01-01T00:00:00.000Z', '0000-01-01T00:00:00.000Z'],
    ['0000-03-01T00:00:00Z', '0000-03-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['1900-02-29T00:00:00.000Z', null],
    ['2026-01-01T00:00:0:.000Z', null],
    ['2026-02-29T00:00:00.000Z', null],
    ['2026-13-01T00:00:00.000Z', null],
    ['2026-01-01T24:00:01.000Z', null],
    ['2026-01-0xT00:00:00.000Z', null],
    ['yesterday', null],
    ['', null],
  ])('stores the timestamp %j as %j', async (text, expected) => {
    const { sink } = await parquetOf([`"${text}",ip\n${text},ip\n`]);
    const value = expected === null ? null : new Date(expected);
    expect(await readBack(sink.bytes)).toMatchObject([{ timestamp: value }, { timestamp: value }]);
  });

  test('can contain valid and invalid timestamps in any order', async () => {
    const texts = Array.from({ length: 500 }, (_, n) =>
      n % 7 === 0 ? 'later' : new Date(start + ((n * 7919) % 90) * day + n * 1001).toISOString(),
    );
    const { sink } = await parquetOf([texts.map((text) => `${text},ip\n`).join('')]);
    const times = texts.map((text) => (text === 'later' ? null : new Date(text)));
    expect((await readBack(sink.bytes)).map((row) => row.timestamp)).toEqual(times);
    const [group] = parquetMetadata(new Uint8Array(sink.bytes).buffer).row_groups;
    const sorted = times.flatMap((time) => time ?? []).sort((a, b) => Number(a) - Number(b));
    expect(group?.columns[0]?.meta_data?.statistics).toMatchObject({
      min_value: sorted[0],
      max_value: sorted.at(-1),
      null_count: BigInt(times.filter((time) => time === null).length),
    });
  });

  test('contains null instead of a lookup count that is too large or not an integer', async () => {
    const numbers = [
      '5',
      '',
      'x',
      '2147483648',
      '-2147483649',
      '999999999999999999',
      '9'.repeat(19),
      '1.5',
    ];
    const { sink } = await parquetOf([numbers.map((n) => `t,,,,,,${n},,\n`).join('')]);
    expect((await readBack(sink.bytes)).map((row) => row.lookups_consumed)).toEqual([
      5n,
      null,
      null,
      2147483648n,
      -2147483649n,
      999999999999999999n,
      null,
      null,
    ]);
  });

  test('omits additional columns, and the export reports the number of rows that have them', async () => {
    let told = 0;
    const { sink } = await parquetOf(['a,b,c,d,e,f,1,h,i,j\na,b\n'], (rows) => {
      told = rows;
    });
    expect(told).toBe(1);
    expect((await readBack(sink.bytes)).map((row) => Object.keys(row).length)).toEqual([9, 9]);
  });

  test('has several row groups if its cells are long, and contains every cell', async () => {
    const cells = Array.from({ length: 12 }, (_, n) => `${n}${'x'.repeat(900_000)}`);
    const { sink } = await parquetOf([cells.map((cell) => `2026-01-01,,${cell}\n`).join('')]);
    expect((await readBack(sink.bytes)).map((row) => row.search_term)).toEqual(cells);
    const groups = parquetMetadata(new Uint8Array(sink.bytes).buffer).row_groups;
    expect(groups.length).toBeGreaterThan(1);
  });

  test.each(sample([1, 2, 3, 255, 256, 257, 600, 5_000, 9_000, 20_000, 30_000]))(
    'contains every cell of a column with %d distinct values',
    async (distinct) => {
      const cells = Array.from({ length: 30_000 }, (_, n) => `value ${(n * 7919) % distinct}`);
      const { sink } = await parquetOf([
        cells.map((cell) => `2026-01-01,,${cell},${cell}\n`).join(''),
      ]);
      const found = await readBack(sink.bytes);
      expect(found.map((row) => row.search_term)).toEqual(cells);
      expect(found.map((row) => row.url)).toEqual(cells);
    },
  );

  test('can contain values that are distinct at first and repeat later, and values that repeat at first and are distinct later', async () => {
    const cells = Array.from({ length: 30_000 }, (_, n) => [
      n < 9_000 ? `first ${n}` : 'then the same',
      n > 9_000 ? `then ${n}` : 'the same at first',
      n % 3 === 0 ? `sometimes ${n}` : '',
    ]);
    const { sink } = await parquetOf([
      cells.map((row) => `2026-01-01,${row.join(',')}\n`).join(''),
    ]);
    const found = await readBack(sink.bytes);
    expect(found.map((row) => [row.ip, row.search_term, row.url])).toEqual(cells);
  });

  test('distinguishes values that differ in one character', async () => {
    const cells = Array.from({ length: 40 }, (_, length) =>
      Array.from(
        { length },
        (_, place) => `${'x'.repeat(place)}y${'x'.repeat(length - place - 1)}`,
      ),
    ).flat();
    const text = [...cells, ...cells].map((cell) => `2026-01-01,,,${cell}\n`).join('');
    const { sink } = await parquetOf([text]);
    expect((await readBack(sink.bytes)).map((row) => row.url)).toEqual([...cells, ...cells]);
  });

  systemTest('can contain more than 65,536 distinct tags', async () => {
    const tags = Array.from({ length: 80 }, (_, row) =>
      Array.from({ length: 1_000 }, (_, n) => `t${row * 1_000 + n}`),
    );
    const text = tags.map((row) => `2026-01-01,,,,,"${row.join(',')}"\n`).join('');
    const { sink } = await parquetOf([text]);
    expect((await readBack(sink.bytes)).map((row) => row.tags)).toEqual(tags);
  });

  test('contains random text unchanged', async () => {
    const cell = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('', 'a', ' b ,c'),
    );
    const log = fc.array(fc.array(cell, { minLength: 9, maxLength: 9 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(log, fc.integer({ min: 1, max: 5_000 }), async (rows, pieceSize) => {
        const cells = rows.map((row) => ['2026-01-01T00:00:00Z', ...row.slice(1)]);
        const text = cells.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
        const { sink } = await parquetOf([text], () => {}, pieceSize);
        const clean = cells.map((row) => row.map((value) => Buffer.from(value).toString()));
        expect(await readBack(sink.bytes)).toEqual(clean.map(typed));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe('a Parquet export that is resumed from its saved state', () => {
  test.each(sample([[[33_003, 5, 1]], [[43_200, 43_200, 43_200]], [[97, 61, 35]]]))(
    'writes the same bytes as an uninterrupted export (responses of %j entries)',
    async (sizes) => {
      const windows = sizes.map((rows, n) => {
        const from = start + n * day;
        // Some of the timestamps are invalid.
        return logBetween(from, from + (rows - 1) * 2000, 2000).replaceAll(/T..:...1/g, 'none');
      });
      const whole = await parquetOf(windows);
      const sink = new MemorySink();
      const first = new ParquetFormat(sink, () => {});
      await first.write(Buffer.from(windows[0] ?? ''));
      await first.endWindow();
      const saved = JSON.parse(JSON.stringify(first.save()));
      const { length } = sink;
      await first.write(Buffer.from(windows[1] ?? '').subarray(0, 1_000_000));
      sink.truncate(length);
      const second = new ParquetFormat(sink, () => {});
      await second.restore(saved);
      for (const text of windows.slice(1)) {
        await second.write(Buffer.from(text));
        await second.endWindow();
      }
      await second.finish();
      expect(sink.bytes.equals(whole.sink.bytes)).toBe(true);
      expect(second.rows).toBe(whole.rows);
    },
  );
});

describe('an export by day', () => {
  test('has a directory for each day and for rows without a time, and a second file for a day that occurs again in a later response', async () => {
    const path = mkdtempSync(join(directory, 'hive-'));
    const format = new HiveFormat(path, () => {});
    await format.write(Buffer.from(logBetween(start, start + 2 * day - 1, 3_600_000)));
    await format.endWindow();
    await format.write(Buffer.from(`no time,x\n${logBetween(start, start, 1000)}`));
    await format.endWindow();
    await format.finish();
    expect(readdirSync(path, { recursive: true }).sort()).toEqual([
      'date=2026-01-01',
      'date=2026-01-01/part-0.parquet',
      'date=2026-01-01/part-1.parquet',
      'date=2026-01-02',
      'date=2026-01-02/part-0.parquet',
      'date=__HIVE_DEFAULT_PARTITION__',
      'date=__HIVE_DEFAULT_PARTITION__/part-0.parquet',
    ]);
    expect(format.rows).toBe(50);
  });

  test('removes incomplete files when it is resumed, and keeps complete files', async () => {
    const path = mkdtempSync(join(directory, 'hive-'));
    const first = new HiveFormat(path, () => {});
    await first.write(Buffer.from(logBetween(start, start + day - 1, 3_600_000)));
    await first.endWindow();
    const saved = JSON.parse(JSON.stringify(first.save()));
    await first.write(Buffer.from(logBetween(start + day, start + 3 * day, 60_000)));
    await first.abandon();
    const second = new HiveFormat(path, () => {});
    await second.restore(saved);
    expect(readdirSync(path)).toEqual(['date=2026-01-01']);
    expect(second.rows).toBe(24);
  });
});

describe.skipIf(!hasDuckDb)('DuckDB', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openDatabase();
  });

  const csv = logBetween(start, start + 3 * day - 1, 7000);
  const sums = (table: string) =>
    `select count(*)::int as n, sum(lookups_consumed)::int as consumed, min(timestamp)::varchar as first,
      max(timestamp)::varchar as last, count(distinct search_term)::int as terms,
      sum(length(search_term))::int as letters, sum(len(tags))::int as tags, count(licensee)::int as licensees
      from ${table}`;

  systemTest("reads the log's totals and column types from a Parquet file", async () => {
    const { sink } = await parquetOf([csv]);
    const path = join(directory, 'log.parquet');
    writeFileSync(path, sink.bytes);
    const rows = parseCsv(csv).map(typed);
    const [found] = await database.query(sums(`'${path}'`));
    expect(found).toMatchObject({
      n: rows.length,
      consumed: rows.reduce((sum, row) => sum + Number(row.lookups_consumed), 0),
      terms: new Set(rows.map((row) => row.search_term)).size,
      letters: rows.reduce((sum, row) => sum + String(row.search_term).length, 0),
      tags: rows.reduce((sum, row) => sum + (row.tags as string[]).length, 0),
      first: expect.stringContaining('2026-01-01 00:00:0'),
    });
    const types = await database.query(`select column_name, column_type from (describe '${path}')`);
    expect(types.map((row) => row.column_type)).toEqual([
      'TIMESTAMP WITH TIME ZONE',
      'VARCHAR',
      'VARCHAR',
      'VARCHAR',
      'VARCHAR',
      'VARCHAR[]',
      'BIGINT',
      'VARCHAR',
      'VARCHAR',
    ]);
  });

  systemTest(
    'reads the same totals from the CSV log, a Parquet file and an export by day',
    async () => {
      const log = join(directory, 'sums.csv');
      writeFileSync(log, csv);
      const names = ['timestamp', 'ip', 'search_term', 'url', 'lookup_type', 'tags'];
      const types = [...names, 'lookups_consumed', 'licensee', 'source_ip'].map(
        (name) => `${name}: '${name === 'lookups_consumed' ? 'INTEGER' : 'VARCHAR'}'`,
      );
      const fromCsv = `(select * replace (timestamp::timestamptz as timestamp, coalesce(licensee, '') as licensee,
      list_filter(string_split(coalesce(tags, ''), ','), tag -> tag <> '') as tags)
      from read_csv('${log}', header = false, delim = ',', quote = '"', escape = '"', columns = {${types.join(', ')}}))`;
      const path = join(directory, 'sums.parquet');
      writeFileSync(path, (await parquetOf([csv])).sink.bytes);
      const days = mkdtempSync(join(directory, 'hive-'));
      const format = new HiveFormat(days, () => {});
      await format.write(Buffer.from(csv));
      await format.endWindow();
      const expected = await database.query(sums(fromCsv));
      expect(expected).toMatchObject([{ n: csv.match(/^20/gm)?.length }]);
      expect(await database.query(sums(`'${path}'`))).toEqual(expected);
      const hive = `read_parquet('${days}/*/*.parquet', hive_partitioning = true)`;
      expect(await database.query(sums(hive))).toEqual(expected);
    },
  );

  test('reads an export by day as one table that can be filtered by day', async () => {
    const path = mkdtempSync(join(directory, 'hive-'));
    const format = new HiveFormat(path, () => {});
    await format.write(Buffer.from(csv));
    await format.endWindow();
    const { sink } = await parquetOf([csv]);
    const single = join(directory, 'single.parquet');
    writeFileSync(single, sink.bytes);
    const table = `read_parquet('${path}/*/*.parquet', hive_partitioning = true)`;
    expect(await database.query(sums(table))).toEqual(await database.query(sums(`'${single}'`)));
    const byDay = await database.query(
      `select date::varchar as date, count(*)::int as n from ${table} where date = '2026-01-02' group by all`,
    );
    expect(byDay).toEqual([{ date: '2026-01-02', n: expect.any(Number) }]);
  });
});
