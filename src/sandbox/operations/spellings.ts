// The other ways in which people write one part of an address: street or st, north or n, first or 1st.
import { stateNames } from './states';

const suffixSpellings: Readonly<Record<string, readonly string[]>> = {
  ave: ['avenue', 'av', 'aven', 'avenu', 'avn'],
  blvd: ['boulevard', 'boul', 'blv'],
  cir: ['circle', 'circ', 'crcl'],
  ct: ['court', 'crt'],
  dr: ['drive', 'drv', 'driv'],
  ln: ['lane'],
  pkwy: ['parkway', 'pky', 'parkwy', 'pkway'],
  pl: ['place'],
  rd: ['road'],
  st: ['street', 'str', 'strt'],
  ter: ['terrace', 'terr'],
  trl: ['trail', 'tr'],
  way: ['wy'],
};

const directionSpellings: Readonly<Record<string, readonly string[]>> = {
  n: ['north'],
  s: ['south'],
  e: ['east'],
  w: ['west'],
  ne: ['northeast'],
  nw: ['northwest'],
  se: ['southeast'],
  sw: ['southwest'],
};

const nameSpellings: Readonly<Record<string, readonly string[]>> = {
  '1st': ['first', '1'],
  '2nd': ['second', '2'],
  '3rd': ['third', '3'],
  '4th': ['fourth', '4'],
  '5th': ['fifth', '5'],
  '6th': ['sixth', '6'],
  '7th': ['seventh', '7'],
  '8th': ['eighth', '8'],
  '9th': ['ninth', '9'],
  '10th': ['tenth', '10'],
  '11th': ['eleventh', '11'],
  center: ['centre', 'ctr'],
  fort: ['ft'],
  saint: ['st'],
};

/** People write any of these before a unit's number, whichever the record has. */
const unitSpellings = ['apt', 'apartment', 'ste', 'suite', 'unit', 'rm', 'room'];

const suffixOrDirection = new Set(
  [suffixSpellings, directionSpellings].flatMap((spellings) =>
    Object.entries(spellings).flatMap(([short, others]) => [short, ...others]),
  ),
);

/** A street suffix, as `St` or `Ave`. */
export function suffixForms(suffix: string): readonly string[] {
  return forms(suffix, suffixSpellings);
}

/** A direction before or after a street's name. */
export function directionForms(direction: string): readonly string[] {
  return forms(direction, directionSpellings);
}

/** One word of a street's or city's name. */
export function nameForms(word: string): readonly string[] {
  return forms(word, nameSpellings);
}

/** What stands before a unit's number, as `Apt`. */
export function unitForms(designator: string): readonly string[] {
  const own = designator.toLowerCase();
  return [own, ...unitSpellings.filter((spelling) => spelling !== own)];
}

/** Whether a word is one that every street may have, so that it names no state either (`CT`, `NE`). */
export function isSuffixOrDirection(word: string): boolean {
  return suffixOrDirection.has(word);
}

const stateCodes: ReadonlyMap<string, string> = new Map(
  Object.entries(stateNames).flatMap(([code, name]) => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
);

/** The state that one or several words in lower case name, by abbreviation or name. */
export function stateNamedBy(words: string): string | undefined {
  return stateCodes.get(words);
}

function forms(
  text: string,
  spellings: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const word = text.toLowerCase();
  return [word, ...(spellings[word] ?? [])];
}
