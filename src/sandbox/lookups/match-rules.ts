// Whether a written address means one of ours, and how well the two match.
import type { AddressPart, AddressWord } from './address-words';
import type { Likeness, WordPair } from './alignment';
import { isSuffixOrDirection, stateNamedBy } from './spellings';

/** A written address compared with one of ours. */
export interface FoundParts {
  asked: readonly string[];
  words: readonly AddressWord[];
  pairs: readonly WordPair[];
  /** Positions of the query words that the address lacks. */
  rest: readonly number[];
  /** The similarity of each word of the address; missing if the query lacks the word. */
  found: ReadonlyMap<AddressWord, number>;
}

/** How much each part identifies the address; other parts do not matter. */
const partWeights: Partial<Record<AddressPart, number>> = {
  number: 3,
  direction: 1,
  street: 3,
  suffix: 1,
  unit: 2,
  city: 2,
  state: 1,
  zip: 2,
};

/** Compares a written address with one of ours. */
export function foundParts(
  words: readonly AddressWord[],
  asked: readonly string[],
  likeness: Likeness,
): FoundParts {
  const all = likeness.align(words);
  const hasUnit = all.some(({ word }) => word.part === 'unit');
  // `Apt` without the number proves nothing: another apartment is another address.
  const pairs = all.filter(({ word }) => word.part !== 'designator' || hasUnit);
  const paired = new Set(pairs.map((pair) => pair.asked));
  return {
    asked,
    words,
    pairs,
    rest: [...asked.keys()].filter((at) => !paired.has(at)),
    found: new Map(pairs.map((pair) => [pair.word, pair.similarity])),
  };
}

/**
 * Whether the address can be meant: house number and street match; so does the city or the exact ZIP code, or
 * nothing contradicts them; and no other state is named.
 */
export function isMeant(parts: FoundParts): boolean {
  if (!has(parts, 'number') || !hasStreet(parts)) return false;
  if (has(parts, 'zip', 1)) return true;
  if (!hasCity(parts) && parts.rest.length > 0) return false;
  return hasState(parts) || !namesAnotherState(parts);
}

/** 0 to 1: the share of the written words that the address has. */
export function fitOf({ asked, pairs }: FoundParts): number {
  const weightOf = (at: number): number => {
    const word = asked[at] ?? '';
    return /\d/.test(word) || word.length > 2 ? 1 : 0.5;
  };
  const whole = asked.reduce((sum, _, at) => sum + weightOf(at), 0);
  const met = pairs.reduce((sum, pair) => sum + weightOf(pair.asked) * pair.similarity, 0);
  return met / whole;
}

/** 0 to 1: the share of the address's parts that were written. */
export function completenessOf(parts: FoundParts): number {
  let whole = 0;
  let met = 0;
  for (const word of parts.words) {
    const inPart = parts.words.filter(({ part }) => part === word.part).length;
    const share = (partWeights[word.part] ?? 0) / inPart;
    whole += share;
    if (isWritten(word, parts)) met += share;
  }
  return met / whole;
}

/** A state matches in either form, a city and a street also by an alias. */
function isWritten(word: AddressWord, parts: FoundParts): boolean {
  if (word.part === 'state') return hasState(parts);
  if (parts.found.has(word)) return true;
  if (word.part === 'city') return hasAlias(parts, 'city alias');
  return word.part === 'street' && hasAlias(parts, 'street alias');
}

function has({ words, found }: FoundParts, part: AddressPart, least = 0.01): boolean {
  return words.every((word) => word.part !== part || (found.get(word) ?? 0) >= least);
}

/** Words of names that people omit: Salt Lake (City), (Las) Vegas, Martin Luther King (Jr). */
const leftOut = new Set(['city', 'las', 'jr', 'of', 'the']);

/** Every word of a name that people write. */
function hasName({ words, found }: FoundParts, part: AddressPart): boolean {
  return words.every(
    (word) => word.part !== part || found.has(word) || word.forms.some((form) => leftOut.has(form)),
  );
}

function hasStreet(parts: FoundParts): boolean {
  return hasAlias(parts, 'street alias') || hasName(parts, 'street');
}

function hasCity(parts: FoundParts): boolean {
  return hasAlias(parts, 'city alias') || hasName(parts, 'city');
}

/** `NYC`, if the address is in New York. */
function hasAlias({ pairs }: FoundParts, part: AddressPart): boolean {
  return pairs.some(({ word }) => word.part === part);
}

/** By abbreviation or name. */
function hasState(parts: FoundParts): boolean {
  return has(parts, 'state') || has(parts, 'state name');
}

/** Whether unmatched words name another state. */
function namesAnotherState({ asked, rest }: FoundParts): boolean {
  return rest.some((at) => {
    const word = asked[at] ?? '';
    const twoWords = [`${word} ${asked[at + 1]}`, `${asked[at - 1]} ${word}`];
    if (twoWords.some((words) => stateNamedBy(words))) return true;
    return !isSuffixOrDirection(word) && stateNamedBy(word) !== undefined;
  });
}
