// Keys that differ from a query by one letter.
import { beforeAll, describe, expect, test } from 'vitest';
import { fromKey, lettersOf, toKey } from '../../../src/sandbox/places/index/key-table';
import type { PlaceIndex } from '../../../src/sandbox/places/index/place-index';
import { nearKeys } from '../../../src/sandbox/places/typos';
import { indexOf, place } from './support';

let index: PlaceIndex;
beforeAll(async () => {
  const names = ['marin', 'marina', 'maran', 'main', 'mrain', 'narin', 'mar', 'ma東in', 'москва'];
  index = await indexOf(names.map((name) => place('settlement', name)));
});

const near = (text: string) =>
  [...nearKeys(index.keys, lettersOf(toKey(text)))]
    .map((at) => fromKey(index.keys.text(at)))
    .sort();

describe('nearKeys', () => {
  test.each([
    ['marin', ['main', 'maran', 'marin', 'marina', 'mrain']],
    ['marian', ['maran', 'marin', 'marina']],
    ['marinas', ['marina']],
    ['mariin', ['marin']],
    ['mosk', []],
    ['моска', ['москва']],
    ['москво', ['москва']],
    ['мосвка', ['москва']],
  ])('returns the keys that are similar to the text %s (expected keys: %j)', (text, expected) => {
    expect(near(text)).toEqual(expected);
  });
});
