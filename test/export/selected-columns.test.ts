// The log with selected columns, and its newest rows: split at every byte, and resumed between windows.
import { describe, expect, test } from 'vitest';
import type { LogColumn } from '../../src/api/lookup-log';
import { NewestRows, newestFirst } from '../../src/export/newest-rows';
import { SelectedColumns } from '../../src/export/selected-columns';
import { MemorySink } from '../support/log';

const windows = [
  '2026-01-01T00:00:00Z,::1,"a,""b""\nc",u,Place,"x,y",1,L,\n',
  '',
  '2026-01-02T00:00:00Z,::1,=1+1,u,Place,,20,,é\n2026-01-03T00:00:00Z,::1,last,u,Place,,3,,',
];

const columns: LogColumn[] = ['tags', 'search_term', 'lookups_consumed'];

const expected = {
  csv: 'tags,search_term,lookups_consumed\n"x,y","a,""b""\nc",1\n,=1+1,20\n,last,3\n',
  ndjson:
    '{"tags":["x","y"],"search_term":"a,\\"b\\"\\nc","lookups_consumed":1}\n{"tags":[],"search_term":"=1+1","lookups_consumed":20}\n{"tags":[],"search_term":"last","lookups_consumed":3}\n',
  json: '[{"tags":["x","y"],"search_term":"a,\\"b\\"\\nc","lookups_consumed":1},\n{"tags":[],"search_term":"=1+1","lookups_consumed":20},\n{"tags":[],"search_term":"last","lookups_consumed":3}\n]\n',
};

describe.each(['csv', 'ndjson', 'json'] as const)(
  'an export in the format %s with selected columns',
  (kind) => {
    const options = { kind, columns, header: true };

    test.each([1, 7, 1000])(
      'contains these columns of every log entry if the log arrives in chunks of %i bytes and the export is resumed after every response',
      async (size) => {
        const sink = new MemorySink();
        let format = new SelectedColumns(sink, options);
        for (const window of windows) {
          const bytes = Buffer.from(window);
          for (let at = 0; at < bytes.length; at += size)
            await format.write(bytes.subarray(at, at + size));
          await format.endWindow();
          const saved = format.save();
          format = new SelectedColumns(sink, options);
          await format.restore(saved);
        }
        await format.finish();
        expect(sink.text).toBe(expected[kind]);
        expect(format.rows).toBe(3);
      },
    );

    test('can be empty', async () => {
      const sink = new MemorySink();
      await new SelectedColumns(sink, options).finish();
      const empty = { csv: 'tags,search_term,lookups_consumed\n', ndjson: '', json: '[]\n' };
      expect(sink.text).toBe(empty[kind]);
    });
  },
);

describe('`NewestRows`', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `t,ip,${from + index},u,Place,,1,,\n`).join('');
  const terms = (lines: readonly string[]) =>
    lines.map((line) => (JSON.parse(line) as { search_term: string }).search_term);

  test.each([
    [3, 5, ['2', '3', '4']],
    [3, 3, ['0', '1', '2']],
    [3, 1, ['0']],
    [3, 0, []],
  ])(
    'keeps at most the last %i entries of the log (the log has %i entries)',
    async (limit, count, kept) => {
      const newest = new NewestRows(limit);
      newest.begin();
      for (const byte of Buffer.from(rows(0, count))) await newest.chunk(Buffer.from([byte]));
      expect(terms(await newest.end())).toEqual(kept);
    },
  );

  test('keeps the last entries of a long log', async () => {
    const newest = new NewestRows(2);
    newest.begin();
    for (let from = 0; from < 200_000; from += 20_000) {
      await newest.chunk(Buffer.from(rows(from, from + 20_000)));
    }
    expect(terms(await newest.end())).toEqual(['199998', '199999']);
  });

  test('keeps entries only from the second download if the download starts again', async () => {
    const newest = new NewestRows(2);
    newest.begin();
    await newest.chunk(Buffer.from(`${rows(0, 4)}t,ip,"cut`));
    newest.begin();
    await newest.chunk(Buffer.from(rows(7, 9)));
    expect(terms(await newest.end())).toEqual(['7', '8']);
  });
});

describe('newestFirst', () => {
  test.each([
    ['2026-11-22T13:30Z', ['13:30']],
    ['2026-11-22T12:00Z', ['13:05', '12:00']],
    ['2026-11-20T00:00Z', ['13:05', '21 14:05', '20 00:00']],
  ])(
    'divides a range from %s into date ranges that do not overlap, newest first',
    (start, begins) => {
      const range = { start: Date.parse(start), end: Date.parse('2026-11-22T14:05Z') };
      const stretches = newestFirst(range);
      const texts = stretches.map(({ start: from }) =>
        new Date(from).toISOString().slice(8, 16).replace('T', ' '),
      );
      expect(texts.map((text, index) => text.endsWith(begins[index] ?? '?'))).toEqual(
        begins.map(() => true),
      );
      expect(stretches[0]?.end).toBe(range.end);
      expect(stretches.at(-1)?.start).toBe(range.start);
      for (const [index, { end }] of stretches.slice(1).entries()) {
        expect(end).toBe((stretches[index]?.start ?? 0) - 1);
      }
    },
  );

  test('divides a year into date ranges of at most 90 days', () => {
    const range = { start: Date.parse('2025-11-22'), end: Date.parse('2026-11-22T14:05Z') };
    for (const { start, end } of newestFirst(range))
      expect(end - start).toBeLessThanOrEqual(90 * 86_400_000);
  });
});
