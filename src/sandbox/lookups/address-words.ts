// An address as the words that people write for it, each with its part of the address and its spellings.
import { addressBook, type City, type Street } from './address-book';
import {
  cityAliases,
  directionForms,
  nameForms,
  streetAliases,
  suffixForms,
  unitForms,
} from './spellings';
import { stateNames } from './states';
import { wordsOf } from './words';

/** The part of an address that a word belongs to. */
export type AddressPart =
  | 'number'
  | 'direction'
  | 'street'
  | 'street alias'
  | 'suffix'
  | 'designator'
  | 'unit'
  | 'city'
  | 'city alias'
  | 'state'
  | 'state name'
  | 'zip'
  | 'plus 4';

/** One word of an address; the first form is the record's, in lower case. */
export interface AddressWord {
  part: AddressPart;
  forms: readonly string[];
}

const known = new Map<string, readonly AddressWord[]>();

/** Words of an address in the order of an envelope. Addresses share the objects of equal words. */
export function wordsAt(position: number): AddressWord[] {
  const book = addressBook();
  const street = book.streetAt(position);
  const [designator, unit] = book.unitAt(position);
  return [
    ...wordsIn('number', `${book.number[position]}`, itself),
    ...streetWords(street),
    ...wordsIn('designator', designator === '#' ? 'unit' : designator, unitForms),
    ...wordsIn('unit', unit, itself),
    ...cityWords(street.city),
    ...wordsIn('zip', street.zip, itself),
    ...wordsIn('plus 4', `${book.plus4NumberAt(position)}`, itself),
  ];
}

const lines: (readonly AddressWord[])[] = [];

/** The words that all addresses of a street have in common, but for the +4 code. */
export function wordsOfStreet(number: number): readonly AddressWord[] {
  const known = lines[number];
  const street = addressBook().streets[number];
  if (known || !street) return known ?? [];
  const line = [
    ...streetWords(street),
    ...cityWords(street.city),
    ...wordsIn('zip', street.zip, itself),
  ];
  lines[number] = line;
  return line;
}

/** Directions, name and suffix of a street. */
export function streetWords({ before, name, suffix, after }: Street): AddressWord[] {
  return [
    ...wordsIn('direction', before, directionForms),
    ...wordsIn('street', name, nameForms),
    ...wordsIn('street alias', streetAliases[name] ?? '', itself),
    ...wordsIn('suffix', suffix, suffixForms),
    ...wordsIn('direction', after, directionForms),
  ];
}

/** A city and its state. */
export function cityWords({ name, state }: City): AddressWord[] {
  return [
    ...wordsIn('city', name, nameForms),
    ...wordsIn('state', state, itself),
    ...wordsIn('state name', stateNames[state] ?? '', itself),
    ...wordsIn('city alias', cityAliases[`${name}, ${state}`] ?? '', itself),
  ];
}

/** Words of one part; cached, as most parts occur in many addresses. */
function wordsIn(
  part: AddressPart,
  text: string,
  spell: (word: string) => readonly string[],
): readonly AddressWord[] {
  if (text === '') return [];
  const key = `${part}:${text}`;
  const remembered = known.get(key);
  if (remembered) return remembered;
  const plain = /^[A-Za-z0-9]+$/.test(text) ? [text.toLowerCase()] : wordsOf(text);
  const words = plain.map((word) => ({ part, forms: spell(word) }));
  known.set(key, words);
  return words;
}

function itself(word: string): readonly string[] {
  return [word];
}
