// The addresses of the fixture, as the service returns them.
import { expect, test } from 'vitest';
import type { Verification } from '../../../src/api/addresses';
import { address as addressSchema } from '../../../src/api/addresses';
import { allAddresses, resolveUsa } from '../../../src/sandbox/addresses/addresses';
import { autocomplete } from '../../../src/sandbox/addresses/suggestions';
import { verify } from '../../../src/sandbox/addresses/written-address';

const addresses = allAddresses();

const unlike = (isRight: (address: (typeof addresses)[number]) => boolean): string[] =>
  addresses.filter((address) => !isRight(address)).map(({ suggestion }) => suggestion);

test('each sandbox address matches the schema and is marked as synthetic', () => {
  expect(
    unlike(
      ({ record }) =>
        addressSchema.safeParse(record).success &&
        record.native.synthetic === true &&
        record.state !== '' &&
        record.street_name !== '',
    ),
  ).toEqual([]);
});

test('each sandbox address has a unique ID and a unique suggestion', () => {
  expect(addresses.length).toBeGreaterThan(100);
  expect(new Set(addresses.map(({ record }) => record.id)).size).toBe(addresses.length);
  expect(new Set(addresses.map(({ suggestion }) => suggestion)).size).toBe(addresses.length);
});

test('verification of a sandbox address returns only this address, as a complete match', () => {
  const isItself = ({ match, count, fit, confidence }: Verification, id: string): boolean =>
    match?.id === id && [count, fit, confidence].every((one) => one === 1);
  expect(
    unlike(({ record: { id, line_1, line_2, last_line } }) =>
      isItself(verify(`${line_1}, ${line_2}, ${last_line}`), id),
    ),
  ).toEqual([]);
});

// Shows: Every address suggestion can be resolved.
test("autocomplete for the full text of a sandbox address suggests this address first, and the suggestion's ID resolves to this address", () => {
  expect(
    unlike(({ record, suggestion }) => autocomplete(suggestion).hits[0]?.id === record.id),
  ).toEqual([]);
  for (const { record } of addresses) {
    expect(resolveUsa(record.id)).toEqual(record);
  }
});
