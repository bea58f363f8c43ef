// Other spellings of a part of an address: street or st, north or n, first or 1st.
import { stateNames } from './states';

const suffixSpellings: Readonly<Record<string, readonly string[]>> = {
  ave: ['avenue', 'av', 'aven', 'avenu', 'avn'],
  blvd: ['boulevard', 'boul', 'blv'],
  cir: ['circle', 'circ', 'crcl'],
  ct: ['court', 'crt'],
  cv: ['cove'],
  dr: ['drive', 'drv', 'driv'],
  hwy: ['highway', 'hiway', 'hway'],
  ln: ['lane'],
  loop: ['loops'],
  mall: ['mal'],
  path: ['paths'],
  pike: ['pikes'],
  pkwy: ['parkway', 'pky', 'parkwy', 'pkway'],
  pl: ['place'],
  plz: ['plaza', 'plza'],
  rd: ['road'],
  run: ['runs'],
  sq: ['square', 'sqr'],
  st: ['street', 'str', 'strt'],
  ter: ['terrace', 'terr'],
  trl: ['trail', 'tr'],
  way: ['wy'],
  xing: ['crossing', 'crssng'],
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
  avenue: ['ave', 'av'],
  center: ['centre', 'ctr'],
  county: ['co', 'cnty'],
  fort: ['ft'],
  highway: ['hwy'],
  jr: ['junior'],
  mount: ['mt'],
  road: ['rd'],
  saint: ['st'],
};

const ordinalWords = [
  ...['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'],
  ...['tenth', 'eleventh', 'twelfth', 'thirteenth', 'fourteenth', 'fifteenth', 'sixteenth'],
  ...['seventeenth', 'eighteenth', 'nineteenth', 'twentieth'],
];
const ordinal = /^(\d+)(?:st|nd|rd|th)$/;

/** Any of these words may precede a unit's number, whichever the record has. */
const unitSpellings = ['apt', 'apartment', 'ste', 'suite', 'unit', 'rm', 'room'];

/** These precede a floor only: FL is Florida, too. */
const floorSpellings = ['fl', 'floor', 'flr'];

const unitWords = new Set([...unitSpellings, ...floorSpellings]);

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
  const number = ordinal.exec(word.toLowerCase())?.[1];
  if (number === undefined) return forms(word, nameSpellings);
  const written = ordinalWords[Number(number)];
  return [word.toLowerCase(), number, ...(written ? [written] : [])];
}

/** The word before a unit's number, as `Apt`. */
export function unitForms(designator: string): readonly string[] {
  const own = designator.toLowerCase();
  const others = own === 'fl' ? [...floorSpellings, ...unitSpellings] : unitSpellings;
  return [own, ...others.filter((spelling) => spelling !== own)];
}

/** Whether a word announces a unit's number, or begins such a word. */
export function isUnitWord(word: string, isBeginning = false): boolean {
  return (
    unitWords.has(word) || (isBeginning && unitSpellings.some((each) => each.startsWith(word)))
  );
}

/** Whether every street may have the word, so that it names no state either (`CT`, `NE`). */
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

/** By `city, state`; several separated by spaces. */
export const cityAliases: Readonly<Record<string, string>> = {
  'Albuquerque, NM': 'abq',
  'Atlanta, GA': 'atl',
  'Brooklyn, NY': 'bklyn',
  'Cincinnati, OH': 'cincy',
  'Indianapolis, IN': 'indy',
  'Jacksonville, FL': 'jax',
  'Kansas City, MO': 'kc',
  'Los Angeles, CA': 'la',
  'New Orleans, LA': 'nola',
  'New York, NY': 'nyc manhattan ny',
  'Oklahoma City, OK': 'okc',
  'Philadelphia, PA': 'philly',
  'Portland, OR': 'pdx',
  'Saint Louis, MO': 'stl',
  'Salt Lake City, UT': 'slc',
  'San Francisco, CA': 'sf',
};

/** By the street's name. */
export const streetAliases: Readonly<Record<string, string>> = {
  'Avenue of the Americas': '6th',
  'Martin Luther King Jr': 'mlk',
};
