// From a row to its request: a row that cannot be sent gets its own error, and identical requests have the same digest.
import { describe, expect, test } from 'vitest';
import { type PreparedRow, prepared } from '../../src/batch/prepare';
import type { LookupOperation } from '../../src/client/lookup';
import { placeResolve } from '../../src/client/places';
import { emailValidate } from '../../src/client/validations';
import { WaypostError } from '../../src/lib/errors';

async function prepare(
  operation: LookupOperation,
  values: readonly string[],
  force = true,
): Promise<PreparedRow[]> {
  async function* rows() {
    for (const [index, value] of values.entries()) {
      yield { number: index + 1, line: index + 2, input: [value], size: 1 };
    }
  }
  const [name] = operation.required;
  const all: PreparedRow[] = [];
  for await (const row of prepared(rows(), {
    operation,
    fixed: {},
    read: (input) => ({ [name]: input[0] ?? '' }),
    refusal: force ? undefined : ({ reason }) => new WaypostError('invalid_input', reason),
    masked: (text) => text,
  })) {
    all.push(row);
  }
  return all;
}

describe('a row whose value cannot be sent', () => {
  test.each([
    ['only dots', '..', /contains only dots/],
    ['half a surrogate pair', 'x\ud800', /unpaired surrogate/],
    ['only a space', ' ', /empty/],
  ])(
    'gets an error, and prepared() continues with the next row (value: %s)',
    async (_, value, message) => {
      const [bad, good] = await prepare(placeResolve, [value, 'geonames_1']);
      expect(bad).toMatchObject({
        invalid: {
          error: { code: 'invalid_input', message: expect.stringMatching(message) },
          cost: 0,
        },
      });
      expect(good).toMatchObject({ request: { parameters: { place: 'geonames_1' } } });
    },
  );
});

test('a row with an invalid value gets an error unless `force` is set', async () => {
  const [bad, good] = await prepare(emailValidate, ['notanemail', 'a@b.c'], false);
  expect(bad).toMatchObject({ invalid: { error: { message: 'no_at_sign' }, cost: 0 } });
  expect(good).toMatchObject({ request: { query: { query: 'a@b.c' } } });
  const [sent] = await prepare(emailValidate, ['notanemail']);
  expect(sent).toMatchObject({ request: { query: { query: 'notanemail' } } });
});

test("an exception in waypost's own code is not recorded as a row's error", async () => {
  const broken = {
    ...placeResolve,
    request: () => {
      throw new TypeError('fault');
    },
  };
  await expect(prepare(broken, ['x'])).rejects.toThrow('fault');
});

test('only identical requests have the same digest', async () => {
  const rows = await prepare(emailValidate, ['a@b.c', ' a@b.c ', 'A@b.c']);
  const digests = rows.map((row) => ('digest' in row ? row.digest : undefined));
  expect(digests[0]).toBe(digests[1]);
  expect(digests[2]).not.toBe(digests[0]);
});
