// The kernel's columns: which texts it treats as equal.
import { expect, test } from 'vitest';
import { ColumnFormat } from '../../src/export/column-format';

const termColumn = 2;

class OneGroup extends ColumnFormat {
  protected makeSpace(): never {
    throw new Error('the group is full');
  }
}

/** The columns of rows with these search terms, all in one row group. */
async function columnsOf(terms: readonly string[]) {
  const reader = new OneGroup(false);
  const write = async (more: readonly string[]) => {
    await reader.write(Buffer.from(more.map((term) => `2026-01-01T00:00:00Z,,${term}\n`).join('')));
    await reader.endWindow();
  };
  await write(terms);
  return { columns: reader.columns, write };
}

test.each([1, 2, 500, 513, 2_000, 2_049, 7_000, 8_193, 14_000])(
  'a column returns each of %d distinct values',
  async (distinct) => {
    const terms = Array.from({ length: 32_000 }, (_, n) =>
      n % 2 === 0 ? `geonames_${(n * 7919) % (distinct * 2)}` : 'geonames_0',
    );
    const { columns } = await columnsOf(terms);
    expect(columns.sizesOf(termColumn).distinct).toBe(distinct);
    expect(new Set(columns.texts(termColumn))).toEqual(new Set(terms));
  },
);

test('a column stops looking for repeated values if almost none of its first values repeat', async () => {
  const terms = Array.from({ length: 20_000 }, (_, n) => `geonames_${n % 10_000}`);
  const { columns } = await columnsOf(terms);
  expect(columns.sizesOf(termColumn).distinct).toBeGreaterThan(15_000);
  expect(new Set(columns.texts(termColumn))).toEqual(new Set(terms));
});

test.each([
  ['at the end', (n: string) => `geonames of York${n}`],
  ['at the start', (n: string) => `${n}_geonames`],
])('a column distinguishes values that have the same hash and differ %s', async (_, textOf) => {
  const { columns, write } = await columnsOf(['one']);
  const { kernel } = columns;
  const address = kernel.allocate(64);
  const seen = new Map<number, string>();
  let pair: string[] = [];
  for (let n = 0; pair.length === 0; n += 1) {
    const text = textOf(String(n).padStart(7, '0'));
    kernel.bytes(address, text.length).set(Buffer.from(text));
    const hash = kernel.call.hashOf(address, text.length);
    const other = seen.get(hash);
    if (other !== undefined) pair = [other, text];
    seen.set(hash, text);
  }
  await write([...pair, ...pair]);
  expect(columns.texts(termColumn)).toEqual(['one', ...pair]);
});
