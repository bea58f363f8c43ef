// Lookups by tag, type and licensee, counted in one pass over the log.
import { describe, expect, test } from 'vitest';
import { type CountedBy, UsageCounts } from '../../src/export/usage-counts';

interface Row {
  tags?: string;
  type?: string;
  licensee?: string;
  lookups?: string;
}

function logOf(rows: readonly Row[]): Buffer {
  const lines = rows.map(({ tags = '', type = 'Email Validation', licensee = '', lookups = '1' }) =>
    ['2026-01-01T00:00:00.000Z', '::1', 'x', 'u', type, `"${tags}"`, lookups, licensee, ''].join(),
  );
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

async function countsOf(
  windows: readonly Buffer[],
  by: CountedBy,
  { tags, size = 1000 }: { tags?: string[]; size?: number } = {},
) {
  const usage = new UsageCounts(by, tags);
  for (const bytes of windows) {
    for (let at = 0; at < bytes.length; at += size) {
      await usage.write(bytes.subarray(at, at + size));
    }
    await usage.endWindow();
  }
  const counts = Object.fromEntries(usage.counts.map(({ name, lookups }) => [name, lookups]));
  return { total: usage.total, severalTags: usage.severalTags, counts };
}

const windows = [
  logOf([{ tags: 'a,b', licensee: 'Shop' }, { tags: 'a', lookups: '3' }, { lookups: '20' }]),
  logOf([]),
  logOf([{ tags: 'b,b', type: 'Phone Validation' }, { tags: 'a,c, b' }]),
];

describe('usage counts', () => {
  test.each([1, 7, 1000])(
    'do not change if the log arrives in chunks of %i bytes',
    async (size) => {
      expect(await countsOf(windows, 'tag', { size })).toEqual({
        total: 26n,
        severalTags: 2n,
        counts: { '': 20n, a: 5n, b: 3n, c: 1n },
      });
    },
  );

  test('by type or by licensee add up to the total', async () => {
    expect(await countsOf(windows, 'type')).toMatchObject({
      total: 26n,
      severalTags: 0n,
      counts: { 'Email Validation': 25n, 'Phone Validation': 1n },
    });
    const byLicensee = await countsOf(windows, 'licensee');
    expect(byLicensee.counts).toEqual({ '': 25n, Shop: 1n });
  });

  test('can be limited to log entries that have all given tags', async () => {
    const both = await countsOf(windows, 'type', { tags: ['b', 'a'] });
    expect(both).toMatchObject({ total: 2n, counts: { 'Email Validation': 2n } });
    expect(await countsOf(windows, 'tag', { tags: ['a'] })).toMatchObject({
      total: 5n,
      counts: { a: 5n, b: 2n, c: 1n },
    });
  });

  test('are exact for large numbers, omit values that are not numbers, and include negative numbers', async () => {
    const large = '900719925474099311';
    const rows = [large, large, 'many', '-1', '2147483648'].map((lookups) => ({ lookups }));
    expect(await countsOf([logOf(rows)], 'type')).toMatchObject({
      total: 2n * BigInt(large) - 1n + 2_147_483_648n,
    });
  });

  test('are sorted by lookups, then by name', async () => {
    const usage = new UsageCounts('tag');
    await usage.write(logOf([{ tags: 'z' }, { tags: 'b' }, { tags: 'a' }, { tags: 'z' }]));
    await usage.endWindow();
    expect(usage.counts.map(({ name }) => name)).toEqual(['z', 'a', 'b']);
  });

  test('include every entry of a log with 120,000 entries', async () => {
    const rows = Array.from({ length: 120_000 }, (_, index) => ({ tags: `t${index % 3}` }));
    expect(await countsOf([logOf(rows)], 'tag', { size: 65_536 })).toMatchObject({
      total: 120_000n,
      counts: { t0: 40_000n, t1: 40_000n, t2: 40_000n },
    });
  });

  test('are rejected if the log has more than 100,000 distinct tags', async () => {
    const rows = Array.from({ length: 100_001 }, (_, index) => ({ tags: `t${index}` }));
    await expect(countsOf([logOf(rows)], 'tag', { size: 65_536 })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'The log has more than 100,000 distinct tags.',
    });
  });
});
