// Finds the places that a query may mean, the likeliest first. A query is read in several ways, from the strictest on:
// as a name or its beginning, as a name with context words, and if nothing matches, as a mistyped name.

import { Candidates, matchKinds, type SearchFilter } from './candidates';
import { ContextWords } from './context-words';
import { importanceOfCity, wellKnown } from './importance';
import { keyKinds, kindNumbers } from './index/index-file';
import { lettersOf, singleKey, toKey } from './index/key-table';
import type { PlaceIndex } from './index/place-index';
import { nearKeys } from './typos';

/** Names of other languages begin with so short a text by coincidence. */
const oneOrTwoLetters = /^[a-z]{1,2}$/;
const upToThreeLetters = /^[a-z]{1,3}$/;

/** Points of a complete key, and of a beginning; see importance.ts for the scale. */
const typedInFull = [0, -4, -20, -16, -5, -16] as const;
const typedInPart = [-16, -25, Number.NEGATIVE_INFINITY, -21, -18, -21] as const;
/** A mistyped name of another language is a coincidence more often than a mistyped name. */
const nearAlternate = -6;
/** Codes of countries are known to more people than those of areas and airports. */
const countryCodePoints = 12;
/** The typed part of a name counts up to this length. */
const fullyCovered = 4;
/** Of a name of another language that begins with no more than three letters. */
const fewLetters = -15;
const beside = -1;
const wordsLeftOut = -12;
const reversed = -8;

/** Fewest letters of a name that may be mistyped. */
const fewestMistyped = 4;
/** Fewest letters of a name that may be unfinished beside its context. */
const fewestBegun = 2;
/** Fewest characters of a query that may be mistyped. */
const fewestWritten = 3;
/** Least importance of a place for a mistyped name of 4, 5, 6, 7 letters. */
const guessed = [1_000_000, 150_000, 40_000, 10_000].map(importanceOfCity);

/**
 * The numbers of the places that match the folded words, the likeliest first.
 * @param count most places to return
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

  /** The query is a name, or the beginning of one. */
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

  /** Two words of a name in reverse order: "korea south". */
  #readReversed(): void {
    if (this.#words.length !== 2) return;
    const { keys } = this.#index;
    const key = keys.find(toKey([...this.#words].reverse().join(' ')));
    keys.eachEntry(singleKey(key), (place, kind) => {
      if (kind === keyKinds.main) this.#addExact(place, kind, reversed);
    });
  }

  /** Some of the words are a name, the others its context. */
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
        // The end of a small place's name beside an area is a coincidence.
        if (kind === keyKinds.inner && !this.#isWellKnown(place)) return;
        if (kind === keyKinds.code) return;
        if (!context.fit(place, 0, from) || !context.fit(place, to, length)) return;
        if (at === key) this.#addExact(place, kind, beside);
        else this.#addBegun(place, kind, beside, text);
      });
    });
  }

  #isWellKnown(place: number): boolean {
    return (this.#index.importance[place] ?? 0) >= wellKnown;
  }

  /** Calls back with each run of words, except the whole query. */
  #eachPart(visit: (from: number, to: number) => void): void {
    const { length } = this.#words;
    for (let from = 0; from < length; from += 1) {
      for (let to = from + 1; to <= length; to += 1) {
        if (to - from < length) visit(from, to);
      }
    }
  }

  /** The query is a name with a wrong letter; the shorter it is, the better known the place must be. */
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

  /** A name with context words, one of them mistyped. */
  #readMistypedWithContext(): void {
    const { keys, importance } = this.#index;
    const context = this.#context;
    const { length } = this.#words;
    this.#eachPart((from, to) => {
      if (from > 0 && to < length) return;
      const [otherFrom, otherTo] = from === 0 ? [to, length] : [0, from];
      const text = toKey(this.#words.slice(from, to).join(' '));
      const add = (place: number, kind: number, letters: number): void =>
        this.#candidates.add(place, (typedInFull[kind] ?? 0) + beside - mistyped(letters));
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

  /** Words within the name are missing: "rio janeiro". */
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

/** Whether a text may be a mistyped name: it has no digit, and is not too short. */
function isWritten(words: readonly string[]): boolean {
  const text = words.join('');
  return text.length >= fewestWritten && !/\d/.test(text);
}

function leastImportance(letters: number): number {
  return guessed[letters - fewestMistyped] ?? 0;
}

/** One wrong letter matters less in a long name than in a short one. */
function mistyped(letters: number): number {
  return 14 + 40 / letters;
}
