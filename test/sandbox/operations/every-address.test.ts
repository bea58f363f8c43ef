import { expect, test } from 'vitest';
import { recordOf, suggestionOf } from '../../../src/sandbox/operations/address-record';
import { addressRows } from '../../../src/sandbox/operations/address-rows';
import { autocomplete } from '../../../src/sandbox/operations/autocomplete';
import { verify } from '../../../src/sandbox/operations/verify';

const rows = addressRows();

test('every address verifies as itself, and is alone and complete', () => {
  const others = rows.filter((row) => {
    const { line_1, line_2, last_line } = recordOf(row);
    const outcome = verify(`${line_1}, ${line_2}, ${last_line}`);
    if (!outcome.ok) return true;
    const { match, count, fit, confidence } = outcome.result;
    return match?.id !== row.id || count !== 1 || fit !== 1 || confidence !== 1;
  });
  expect(others).toEqual([]);
});

test('every address is the first suggestion for its own text', () => {
  const others = rows.filter((row) => autocomplete(suggestionOf(row)).hits[0]?.id !== row.id);
  expect(others).toEqual([]);
});
