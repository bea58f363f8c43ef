import { expect, test } from 'vitest';
import { addressBook } from '../../../src/sandbox/lookups/address-book';
import { recordOf, suggestionOf } from '../../../src/sandbox/lookups/address-record';
import { rowAt } from '../../../src/sandbox/lookups/address-rows';
import { autocomplete, resolveUsa } from '../../../src/sandbox/lookups/autocomplete';
import { verify } from '../../../src/sandbox/lookups/written-address';

/** One in so many: prime, so that all kinds of addresses are among them. */
const step = 61;
const { size } = addressBook();
const rows = Array.from({ length: Math.floor(size / step) }, (_, at) => rowAt(at * step));

test('an address verifies as itself, and is alone and complete', () => {
  const others = rows.filter((row) => {
    const { line_1, line_2, last_line } = recordOf(row);
    const outcome = verify(`${line_1}, ${line_2}, ${last_line}`);
    if (!outcome.ok) return true;
    const { match, count, fit, confidence } = outcome.result;
    return match?.id !== row.id || count !== 1 || fit !== 1 || confidence !== 1;
  });
  expect(others).toEqual([]);
});

test('an address is the first suggestion for its own text', () => {
  const others = rows.filter((row) => autocomplete(suggestionOf(row)).hits[0]?.id !== row.id);
  expect(others.map(suggestionOf)).toEqual([]);
});

test('every id leads to its own address', () => {
  for (const row of rows) expect(resolveUsa(row.id)).toMatchObject({ result: { id: row.id } });
});
