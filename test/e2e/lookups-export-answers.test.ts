// `lookups export` with a log that is compressed, incomplete or irregular.
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { onRead } from '../support/held-timers';
import { logBetween, nameRow, parseCsv } from '../support/log';
import { sample } from '../support/runs';
import { standIn } from '../support/service';
import { documentOf, errorOf, expectError, Home } from '../support/tool';

const start = Date.parse('2026-01-01T00:00Z');
const csv = logBetween(start, start + 200_000, 1000);

const good = Array.from(
  { length: 20 },
  (_, n) => `2026-01-01T00:00:${10 + n}.000Z,192.0.2.1,q${n},u,Place,web,${n},Acme,::1\n`,
);

let home: Home;
beforeEach(() => {
  home = new Home();
  home.keep('ak_exportanswers', 'uk_exportanswers');
});
afterEach(() => home.remove());

/** Runs an export with a service that sends this response. */
async function exported(answer: (response: ServerResponse) => void, args: string[] = []) {
  const service = await standIn((_, response) => answer(response));
  onTestFinished(() => service.close());
  return home.call(['lookups', 'export', ...args], {
    env: {
      WAYPOST_API_KEY: 'ak_exportanswers',
      WAYPOST_USER_TOKEN: 'uk_exportanswers',
      WAYPOST_BASE_URL: service.url,
    },
  });
}

/** Returns a function that sends this log in one piece. */
function log(text: string | Buffer, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(200, { 'content-type': 'text/csv', ...headers }).end(text);
  };
}

/** Returns a function that sends a log without a content length, and closes or resets the connection at the end. */
function unframed(text: string, end: 'close' | 'reset') {
  return ({ socket }: ServerResponse) => {
    socket?.write('HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\nconnection: close\r\n\r\n');
    // A reset could discard unread rows, so the server waits until the client has read the rows.
    const stop = onRead('', () => {
      stop();
      if (end === 'reset') socket?.resetAndDestroy();
    });
    socket?.write(text, () => {
      if (end === 'close') socket.end();
    });
  };
}

const formats = ['csv', 'ndjson', 'parquet'];

describe('`lookups export`, if the response has a Content-Encoding header,', () => {
  test.each([
    ['gzip', gzipSync(csv)],
    ['x-gzip', gzipSync(csv)],
    ['deflate', deflateSync(csv)],
    ['BR', brotliCompressSync(csv)],
  ])('decompresses the response (content coding: %s)', async (coding, body) => {
    const run = await exported(log(body, { 'content-encoding': coding }));
    expect({ ...run, stdout: run.stdout === nameRow + csv }).toMatchObject({
      status: 0,
      stdout: true,
    });
  });

  test.each([
    ['the content coding is unknown', Buffer.from('????'), 'zstd2'],
    ['the compressed data is cut off', gzipSync(csv).subarray(0, 300), 'gzip'],
    ['the data is not compressed', Buffer.from(csv), 'gzip'],
  ])(
    'fails with invalid_response and does not write an output file if %s',
    async (_, body, coding) => {
      const target = join(home.path, 'log.csv');
      const run = await exported(log(body, { 'content-encoding': coding }), [
        '-o',
        target,
        '--json',
      ]);
      expectError(run, 'invalid_response');
      expect(() => readFileSync(target)).toThrow('ENOENT');
    },
  );
});

describe('`lookups export`, if the response has no Content-Length header,', () => {
  test('accepts the log as complete when the connection is closed', async () => {
    const run = await exported(unframed(csv, 'close'));
    expect({ ...run, stdout: run.stdout === nameRow + csv }).toMatchObject({
      status: 0,
      stdout: true,
    });
  });

  test.each(sample(formats))(
    'fails with invalid_response if the connection is closed before the first byte (format: %s)',
    async (format) => {
      const target = join(home.path, 'log');
      const run = await exported(unframed('', 'close'), [
        '--json',
        '--format',
        format,
        '-o',
        target,
      ]);
      expectError(run, 'invalid_response');
    },
  );

  test.each(sample(formats))(
    'fails with network_error if the connection is reset between entries (format: %s)',
    async (format) => {
      const target = join(home.path, 'log');
      const args = ['-o', target, '--json', '--format', format];
      const run = await exported(unframed(good.join(''), 'reset'), args);
      expectError(run, 'network_error');
      expect(() => readFileSync(target)).toThrow('ENOENT');
    },
  );
});

/** Returns the log with one changed row. */
const changed = (index: number, change: (row: string) => string) =>
  good.map((row, at) => (at === index ? change(row) : row)).join('');

const moved = (a: number, b: number) =>
  good
    .map((row) => {
      const cells = row.trimEnd().split(',');
      [cells[a], cells[b]] = [cells[b] ?? '', cells[a] ?? ''];
      return `${cells.join(',')}\n`;
    })
    .join('');

describe('`lookups export`', () => {
  const irregular: [string, string, number, string][] = [
    [
      'a row with too few cells',
      changed(4, () => '2026-01-01T00:00:00Z,a\n'),
      1,
      'Row 5 is not a valid log entry: it has fewer',
    ],
    [
      'a last row that is cut off',
      `${good.join('')}2026-01-0`,
      1,
      'Row 21 is not a valid log entry: it has fewer',
    ],
    [
      'a row of column names',
      nameRow + good.join(''),
      1,
      'Row 1 is not a valid log entry: it contains column names',
    ],
    [
      'timestamps and addresses in the wrong columns',
      moved(0, 1),
      20,
      '20 rows are not valid log entries. The first is row 1, which does not begin',
    ],
    [
      'tags and lookups in the wrong columns',
      moved(5, 6),
      20,
      'The first is row 1, which does not have an integer in its seventh cell',
    ],
    [
      'text after a closing quote',
      changed(2, (row) => row.replace('q2', '"q2"x')),
      1,
      'Row 3 is not a valid log entry: it has text',
    ],
  ];
  describe.each(irregular)('for a log that has %s', (_, text, count, words) => {
    test.each(sample(formats))(
      'warns about the first irregular row, and reports the number of irregular rows (format: %s)',
      async (format) => {
        const target = join(home.path, 'log');
        const run = await exported(log(text), ['-o', target, '--json', '--format', format]);
        expect(documentOf(run)).toMatchObject({ success: true, irregular_rows: count });
        expect(run.stderr).toContain(words);
      },
    );
  });

  test.each(sample(formats))(
    'does not print a warning or a number of irregular rows if the log has only regular rows (format: %s)',
    async (format) => {
      const target = join(home.path, 'log');
      const run = await exported(log(csv), ['-o', target, '--json', '--format', format]);
      expect(documentOf(run)).not.toHaveProperty('irregular_rows');
      expect(run.stderr).toBe('');
    },
  );

  const open = changed(3, (row) => row.replace('q3', '"q3'));

  test('writes the log unchanged as CSV and prints a warning if a quote in the log is never closed', async () => {
    const run = await exported(log(open));
    expect(run).toMatchObject({ status: 0, stdout: nameRow + open });
    expect(run.stderr).toContain(
      'Row 4 is not a valid log entry: it has a quote that is never closed',
    );
  });

  test.each(['ndjson', 'json', 'parquet'])(
    'fails with invalid_response if a quote in the log is never closed and the format is %s',
    async (format) => {
      const target = join(home.path, 'log');
      const run = await exported(log(open), ['-o', target, '--json', '--format', format]);
      expectError(run, 'invalid_response', { message: /row 4/ });
      expect(() => readFileSync(target)).toThrow('ENOENT');
    },
  );
});

test('`lookups export` writes lookup counts of more than 32 bits to Parquet', async () => {
  const target = join(home.path, 'log.parquet');
  const text = changed(1, (row) => row.replace(',1,', ',2147483648,'));
  await exported(log(text), ['-o', target]);
  const file = new Uint8Array(readFileSync(target)).buffer;
  const rows = await parquetReadObjects({ file, compressors });
  expect(rows.map((row) => row.lookups_consumed).slice(0, 3)).toEqual([0n, 2147483648n, 2n]);
});

test('`lookups export --safe-cells` escapes formulas in every column, but does not escape a negative number of lookups', async () => {
  const row = (cell: string) => `${Array(9).fill(cell).join(',')}\n`;
  const run = await exported(log(`${row('=1+1')}${row('"@x"')}${row('-5')}`), ['--safe-cells']);
  const numbers = parseCsv(row("'-5"))[0]?.map((cell, index) => (index === 6 ? '-5' : cell));
  expect(run.stdout).toBe(`${nameRow}${row("'=1+1")}${row('"\'@x"')}${numbers?.join(',')}\n`);
});

describe('`lookups export`', () => {
  test.each([
    ['would be in a file instead of a directory', 'file/log.csv'],
    ['has a name that is too long', `${'x'.repeat(300)}.csv`],
    ['would be in a directory that does not exist', 'none/log.csv'],
    [
      'has a name that is too long after waypost adds the suffix for an unfinished file',
      `${'y'.repeat(250)}.csv`,
    ],
  ])('fails with write_failed if the output file %s', async (_, name) => {
    await exported(log(csv), ['-o', join(home.path, 'file')]);
    const run = await exported(log(csv), ['-o', join(home.path, name), '--json']);
    expectError(run, 'write_failed');
    const byDay = ['--partition-by', 'day', '-o', join(home.path, name), '--json'];
    expect(errorOf(await exported(log(csv), byDay))).toMatchObject({ exit: 5 });
  });
});
