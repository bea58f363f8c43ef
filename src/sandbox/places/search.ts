// Finds the places that match a query, most likely first. The search interprets a query as a name, as the prefix of a
// name, and as a name with context words. If the query does not fit a name, the search also corrects typos.

import { Candidates, matchKinds, type SearchFilter } from './candidates';
import { ContextWords } from './context-words';
import { importanceOfCity, wellKnown } from './importance';
import { keyKinds, kindNumbers } from './index/index-file';
import { lettersOf, singleKey, toKey } from './index/key-table';
import type { PlaceIndex } from './index/place-index';
import { nearKeys } from './typos';

/**
 * Matches queries of one or two letters. Such a query finds only main names that begin with these letters, and other
 * keys that consist of exactly these two letters. Many names in other languages begin with the same letters by
 * coincidence.
 */
const oneOrTwoLetters = /^[a-z]{1,2}$/;
const upToThreeLetters = /^[a-z]{1,3}$/;

/** The scores for keys that the user typed in full, by the kind of key. importance.ts explains the scale. */
const typedInFull = [0, -4, -20, -16, -5, -16] as const;
/**
 * The scores for keys that the user typed only in part, by the kind of key. Minus infinity means that an incomplete
 * code does not find a place.
 */
const typedInPart = [-16, -25, Number.NEGATIVE_INFINITY, -21, -18, -21] as const;
/**
 * The score for a similar name in another language. Names in other languages are more often similar by coincidence than
 * main names.
 */
const nearAlternate = -6;
/** The score for a country code. More people know country codes than area codes and airport codes. */
const countryCodePoints = 12;
/**
 * The maximum score for a name that the user typed only in part. The search multiplies this score by the share of the
 * name that the user typed.
 */
const fullyCovered = 4;
/** The score for a name in another language if the user typed only the first one to three letters of the name. */
const fewLetters = -15;
const nextToContext = -1;
const wordsLeftOut = -12;
const reversed = -8;

/** The minimum number of letters in a name that the search can interpret as mistyped. */
const fewestMistyped = 4;
/** The minimum number of typed characters in an incomplete name next to context words. */
const fewestBegun = 2;
/** The minimum number of characters in a query that the search can interpret as mistyped. */
const fewestWritten = 3;
/** For mistyped names of 4, 5, 6 and 7 letters: the minimum importance of the places that the search finds. */
const guessed = [1_000_000, 150_000, 40_000, 10_000].map(importanceOfCity);

/**
 * Returns the numbers of the places that match the folded words, most likely first.
 * @param count the maximum number of places
 */
export function findPlaces(
  index: PlaceIndex,
  words: readonly string[],
  filter: SearchFilter,
  count: number,
): number[] {
  return words.length === 0 ? [] : new Search(index, words, filter).best(count);
}

class Search {
  readonly #index: PlaceIndex;
  readonly #words: readonly string[];
  readonly #context: ContextWords;
  readonly #candidates: Candidates;

  constructor(index: PlaceIndex, words: readonly string[], filter: SearchFilter) {
    this.#index = index;
    this.#words = words;
    this.#context = new ContextWords(index, words);
    this.#candidates = new Candidates(index, filter);
  }

  best(count: number): number[] {
    this.#readWhole();
    this.#readWithContext();
    this.#readReversed();
    if (isWritten(this.#words)) {
      if (!this.#candidates.fits) this.#readMistyped();
      if (this.#candidates.isEmpty && this.#words.length > 1) {
        this.#readMistypedWithContext();
        this.#readWithWordsLeftOut();
      }
    }
    return this.#candidates.best(count);
  }

  /** Adds the places whose name equals the query or begins with the query. */
  #readWhole(): void {
    const text = toKey(this.#words.join(' '));
    const { keys } = this.#index;
    keys.eachEntry(keys.beginningWith(text), (place, kind, key) => {
      const length = keys.length(key);
      const isTyped = length === text.length;
      if (oneOrTwoLetters.test(text) && kind !== keyKinds.main && !(isTyped && text.length > 1))
        return;
      if (isTyped) this.#addExact(place, kind, 0);
      else {
        if (kind === keyKinds.main && this.#isWellKnown(place)) this.#candidates.fits = true;
        this.#addBegun(place, kind, (fullyCovered * text.length) / length, text);
      }
    });
  }

  #addBegun(place: number, kind: number, points: number, text: string): void {
    const few = kind === keyKinds.alternate && upToThreeLetters.test(text) ? fewLetters : 0;
    const match = kind === keyKinds.main ? matchKinds.own : matchKinds.other;
    this.#candidates.add(place, (typedInPart[kind] ?? 0) + few + points, match);
  }

  #addExact(place: number, kind: number, points: number): void {
    if (kind !== keyKinds.code) this.#candidates.fits = true;
    const isCountry = this.#index.kind[place] === kindNumbers.country;
    const code = kind === keyKinds.code && isCountry ? countryCodePoints : 0;
    const match = [matchKinds.whole, matchKinds.other][kind] ?? matchKinds.own;
    this.#candidates.add(place, (typedInFull[kind] ?? 0) + code + points, match);
  }

  /** Adds the places whose two-word name is the query in reverse order, such as "korea south". */
  #readReversed(): void {
    if (this.#words.length !== 2) return;
    const { keys } = this.#index;
    const key = keys.find(toKey([...this.#words].reverse().join(' ')));
    keys.eachEntry(singleKey(key), (place, kind) => {
      if (kind === keyKinds.main) this.#addExact(place, kind, reversed);
    });
  }

  /** Adds the places whose name is a sequence of the words, if the other words are context words of the place. */
  #readWithContext(): void {
    const { keys } = this.#index;
    const { length } = this.#words;
    const context = this.#context;
    this.#eachPart((from, to) => {
      if (!context.arePossible(0, from) || !context.arePossible(to, length)) return;
      const text = toKey(this.#words.slice(from, to).join(' '));
      const isLast = to === length && text.length >= fewestBegun;
      const key = keys.find(text);
      keys.eachEntry(isLast ? keys.beginningWith(text) : singleKey(key), (place, kind, at) => {
        // Ignores places whose name only ends with the words, unless the place is well known, because such a match is
        // probably a coincidence.
        if (kind === keyKinds.inner && !this.#isWellKnown(place)) return;
        if (kind === keyKinds.code) return;
        if (!context.fit(place, 0, from) || !context.fit(place, to, length)) return;
        if (at === key) this.#addExact(place, kind, nextToContext);
        else this.#addBegun(place, kind, nextToContext, text);
      });
    });
  }

  #isWellKnown(place: number): boolean {
    return (this.#index.importance[place] ?? 0) >= wellKnown;
  }

  /** Calls `visit` with each sequence of words, except the complete query. */
  #eachPart(visit: (from: number, to: number) => void): void {
    const { length } = this.#words;
    for (let from = 0; from < length; from += 1) {
      for (let to = from + 1; to <= length; to += 1) {
        if (to - from < length) visit(from, to);
      }
    }
  }

  /**
   * Adds the places whose name differs from the query by one letter. A short query finds only important places.
   */
  #readMistyped(): void {
    const { keys, importance } = this.#index;
    const letters = lettersOf(toKey(this.#words.join(' ')));
    if (letters.length < fewestMistyped) return;
    const least = leastImportance(letters.length);
    for (const key of nearKeys(keys, letters)) {
      keys.eachEntry(singleKey(key), (place, kind) => {
        if (kind === keyKinds.code || kind === keyKinds.inner || kind === keyKinds.part) return;
        if ((importance[place] ?? 0) < least) return;
        const other = kind === keyKinds.alternate ? nearAlternate : 0;
        this.#candidates.add(place, (typedInFull[kind] ?? 0) + other - mistyped(letters.length));
      });
    }
  }

  /** Adds the places that match a name with context words, if either the name or the context words are mistyped. */
  #readMistypedWithContext(): void {
    const { keys, importance } = this.#index;
    const context = this.#context;
    const { length } = this.#words;
    this.#eachPart((from, to) => {
      if (from > 0 && to < length) return;
      const [otherFrom, otherTo] = from === 0 ? [to, length] : [0, from];
      const text = toKey(this.#words.slice(from, to).join(' '));
      const add = (place: number, kind: number, letters: number): void =>
        this.#candidates.add(place, (typedInFull[kind] ?? 0) + nextToContext - mistyped(letters));
      keys.eachEntry(singleKey(keys.find(text)), (place, kind) => {
        if (kind > keyKinds.alternate || !context.fitMistyped(place, otherFrom, otherTo)) return;
        add(place, kind, text.length);
      });
      const letters = lettersOf(text);
      if (letters.length < fewestMistyped || !context.arePossible(otherFrom, otherTo)) return;
      const least = leastImportance(letters.length + 1);
      for (const key of nearKeys(keys, letters)) {
        keys.eachEntry(singleKey(key), (place, kind) => {
          if (kind > keyKinds.alternate || !context.fit(place, otherFrom, otherTo)) return;
          if ((importance[place] ?? 0) >= least) add(place, kind, letters.length);
        });
      }
    });
  }

  /** Adds the places whose name contains additional words between the words of the query, such as "rio janeiro". */
  #readWithWordsLeftOut(): void {
    const [first = '', ...rest] = this.#words.map(toKey);
    const { keys } = this.#index;
    const range = keys.beginningWith(`${first} `);
    for (let at = range.from; at < range.to; at += 1) {
      let from = first.length;
      const text = `${keys.text(at)} `;
      for (const word of rest) from = from < 0 ? from : text.indexOf(` ${word} `, from);
      if (from < 0) continue;
      keys.eachEntry(singleKey(at), (place, kind) => {
        if (kind <= keyKinds.alternate) {
          this.#candidates.add(place, (typedInFull[kind] ?? 0) + wordsLeftOut);
        }
      });
    }
  }
}

/** True if the words can be a mistyped name: they contain no digit and have at least `fewestWritten` characters. */
function isWritten(words: readonly string[]): boolean {
  const text = words.join('');
  return text.length >= fewestWritten && !/\d/.test(text);
}

function leastImportance(letters: number): number {
  return guessed[letters - fewestMistyped] ?? 0;
}

/**
 * Returns the penalty for a wrong letter, which the caller subtracts from the score. The penalty is smaller for longer
 * names.
 */
function mistyped(letters: number): number {
  return 14 + 40 / letters;
}
