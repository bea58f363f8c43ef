// An address as the words people write for it, each with its part in the address and its spellings.
import type { AddressRow } from './address-rows';
import { directionForms, nameForms, suffixForms, unitForms } from './spellings';
import { stateNames } from './states';
import { wordsOf } from './words';

/** What a word is in its address. */
export type AddressPart =
  | 'number'
  | 'direction'
  | 'street'
  | 'suffix'
  | 'designator'
  | 'unit'
  | 'city'
  | 'state'
  | 'state name'
  | 'zip'
  | 'plus 4';

/** One word of an address; the first form is how the record has it, in lower case. */
export interface AddressWord {
  part: AddressPart;
  forms: readonly string[];
}

const known = new Map<string, readonly AddressWord[]>();

/** Words of an address in the order of an envelope. The same word of two addresses is one object. */
export function addressWords(row: AddressRow): AddressWord[] {
  return [
    ...wordsIn('number', row.primary_number, itself),
    ...wordsIn('direction', row.street_pre_directional_abbreviation, directionForms),
    ...wordsIn('street', row.street_name, nameForms),
    ...wordsIn('suffix', row.street_suffix_abbreviation, suffixForms),
    ...wordsIn('direction', row.street_post_directional_abbreviation, directionForms),
    ...wordsIn('designator', row.address_secondary_abbreviation, unitForms),
    ...wordsIn('unit', row.secondary_number, itself),
    ...wordsIn('city', row.city, nameForms),
    ...wordsIn('state', row.state_abbreviation, itself),
    ...wordsIn('state name', stateNames[row.state_abbreviation] ?? '', itself),
    ...wordsIn('zip', row.zip_code, itself),
    ...wordsIn('plus 4', row.plus_4_code, itself),
  ];
}

/** Words of one part; remembered, as most parts stand in many addresses. */
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
