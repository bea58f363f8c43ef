// Ranks a match by the order of the typed words in the address.
import { addressBook } from './address-book';
import { type AddressPart, type AddressWord, wordsAt, wordsOfStreet } from './address-words';
import type { OwnWord } from './own-words';
import type { TypedWords } from './typed-words';

/** How strictly the typed words are taken. */
export interface Reading {
  /** Words may be mistyped. */
  near: boolean;
  /** Bits of words that an address need not have. */
  optional: number;
}

const passedOver = new Set<AddressPart>([
  'direction',
  'suffix',
  'designator',
  'unit',
  'street alias',
  'city alias',
  'state',
  'state name',
]);

/** 0 if the address begins as typed, 1 if its street does, 2 its city, 3 anything else. */
export function rankOf(
  position: number,
  number: OwnWord,
  typed: TypedWords,
  reading: Reading,
): number {
  if (number.isPossible && number.isNumber(position)) {
    if (typed.words.length === 1 || goesOn(wordsAt(position), 0, typed, reading)) return 0;
  }
  const words = wordsOfStreet(addressBook().street[position] ?? 0);
  if (goesOn(words, words.findIndex(isStreetName), typed, reading)) return 1;
  return goesOn(words, words.findIndex(isCityName), typed, reading) ? 2 : 3;
}

const isStreetName = ({ part }: AddressWord): boolean => part === 'street';
const isCityName = ({ part }: AddressWord): boolean => part === 'city';

/** Whether the typed words follow each other in the address from there; small words may be missing. */
function goesOn(
  words: readonly AddressWord[],
  start: number,
  typed: TypedWords,
  { near, optional }: Reading,
): boolean {
  let at = start;
  return typed.words.every((text) => {
    if ((optional & typed.bitOf(text)) !== 0) return true;
    for (; at < words.length; at++) {
      const word = words[at];
      if (!word) return false;
      if (typed.isMet(word.forms, text, near)) {
        at++;
        return true;
      }
      if (!passedOver.has(word.part)) return false;
    }
    return false;
  });
}
