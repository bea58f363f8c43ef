// Finds the places that a query may mean, the likeliest first. A query is read in several ways, from the
// strictest on: as a name or its beginning, as a name with context words, and if nothing matches, as a
// mistyped name.
import { Surroundings } from './context-words';
import { keyKinds, kindNumbers, lettersOf, toKey } from './index-notes';
import type { KeyRange } from './key-table';
import type { PlaceIndex } from './place-index';
import { standingOf, wellKnown } from './standing';
import { matches, type SearchFrame, Tally } from './tally';
import { nearBeginnings, nearKeys } from './typos';

/** Points of a complete key, and of a beginning; see standing.ts for the scale. */
const typedInFull = [0, -4, -20, -16, -5, -16] as const;
const begun = [-16, -25, Number.NEGATIVE_INFINITY, -21, -18, -21] as const;
/** A mistyped name of another language is a coincidence more often than a mistyped name. */
const nearAlternate = -6;
/** Codes of countries are known to more people than those of areas and airports. */
const countryCode = 12;
/** The typed part of a name counts up to this length. */
const fullyCovered = 4;
/** Of a name of another language that begins with no more than three letters. */
const fewLetters = -15;
const beside = -1;
const wordsLeftOut = -12;
const gapLeftOut = -10;
const secondLetter = -10;
const reversed = -8;

/** Least letters of a word for one mistake, for two, and for one in an unfinished word. */
const fewestLetters = { one: 4, two: 14, unfinished: 7, begunBeside: 2 } as const;
const fewestWritten = 3;
/** Longer texts are no name with two wrong letters. */
const mostLetters = 24;
/** Least population of a place for a mistyped name of 4, 5, 6, 7 letters. */
const guessed = [1_000_000, 150_000, 40_000, 10_000].map(standingOf);

export class Search {
  readonly #index: PlaceIndex;

  constructor(index: PlaceIndex) {
    this.#index = index;
  }

  /**
   * The numbers of the places that match the folded words, the likeliest first.
   * @param count most places to return
   */
  find(words: readonly string[], frame: SearchFrame, count: number): number[] {
    if (words.length === 0) return [];
    const tally = new Tally(this.#index, frame);
    const around = new Surroundings(this.#index, words);
    this.#readWhole(words, tally);
    this.#readBeside(words, around, tally);
    this.#readReversed(words, tally);
    if (!tally.fits && isWritten(words)) this.#readMistyped(toKey(words.join(' ')), tally);
    if (tally.isEmpty) this.#readLoosely(words, around, tally);
    return tally.best(count);
  }

  /** The query is a name, or the beginning of one. */
  #readWhole(words: readonly string[], tally: Tally): void {
    const text = toKey(words.join(' '));
    const range = this.#index.keys.beginningWith(text);
    this.#index.keys.eachEntry(range, (place, kind, key) => {
      const length = this.#index.keys.length(key);
      const isTyped = length === text.length;
      if (isShort(text) && kind !== keyKinds.main && !(isTyped && text.length > 1)) return;
      if (isTyped) this.#addExact(place, kind, 0, tally);
      else {
        if (kind === keyKinds.main && this.#isWellKnown(place)) tally.fits = true;
        this.#addBegun(place, kind, (fullyCovered * text.length) / length, text, tally);
      }
    });
  }

  #addBegun(place: number, kind: number, points: number, text: string, tally: Tally): void {
    const few = kind === keyKinds.alternate && isFew(text) ? fewLetters : 0;
    const match = kind === keyKinds.main ? matches.own : matches.other;
    tally.add(place, (begun[kind] ?? 0) + few + points, match);
  }

  #addExact(place: number, kind: number, points: number, tally: Tally): void {
    if (kind !== keyKinds.code) tally.fits = true;
    const isCountry = this.#index.kind[place] === kindNumbers.country;
    const code = kind === keyKinds.code && isCountry ? countryCode : 0;
    const match = [matches.whole, matches.other][kind] ?? matches.own;
    tally.add(place, (typedInFull[kind] ?? 0) + code + points, match);
  }

  /** Two words of a name in reverse order: "korea south". */
  #readReversed(words: readonly string[], tally: Tally): void {
    if (words.length !== 2) return;
    const key = this.#index.keys.find(toKey([...words].reverse().join(' ')));
    this.#index.keys.eachEntry(rangeOf(key), (place, kind) => {
      if (kind === keyKinds.main) this.#addExact(place, kind, reversed, tally);
    });
  }

  /** Some of the words are a name, the others its context. */
  #readBeside(words: readonly string[], around: Surroundings, tally: Tally): void {
    this.#eachPart(words, (from, to) => {
      if (!around.arePossible(0, from) || !around.arePossible(to, words.length)) return;
      const text = toKey(words.slice(from, to).join(' '));
      const isLast = to === words.length && text.length >= fewestLetters.begunBeside;
      const key = this.#index.keys.find(text);
      const range = isLast ? this.#index.keys.beginningWith(text) : rangeOf(key);
      this.#index.keys.eachEntry(range, (place, kind, at) => {
        if (kind === keyKinds.code || this.#isFarFetched(place, kind)) return;
        if (!around.fit(place, 0, from) || !around.fit(place, to, words.length)) return;
        if (at === key) this.#addExact(place, kind, beside, tally);
        else this.#addBegun(place, kind, beside, text, tally);
      });
    });
  }

  /** The end of a small place's name beside an area is a coincidence. */
  #isFarFetched(place: number, kind: number): boolean {
    return kind === keyKinds.inner && !this.#isWellKnown(place);
  }

  #isWellKnown(place: number): boolean {
    return (this.#index.standing[place] ?? 0) >= wellKnown;
  }

  /** Calls back with each run of words, except the whole query. */
  #eachPart(words: readonly string[], visit: (from: number, to: number) => void): void {
    for (let from = 0; from < words.length; from += 1) {
      for (let to = from + 1; to <= words.length; to += 1) {
        if (to - from < words.length) visit(from, to);
      }
    }
  }

  /** The query is a name with a wrong letter; the shorter it is, the better known the place must be. */
  #readMistyped(text: string, tally: Tally): void {
    const letters = lettersOf(text);
    if (letters.length < fewestLetters.one) return;
    this.#addNear(
      nearKeys(this.#index.keys, letters, 1),
      letters.length,
      0,
      tally,
      this.#index.keys,
    );
  }

  #addNear(
    near: Iterable<number>,
    letters: number,
    points: number,
    tally: Tally,
    keys = this.#index.keys,
  ): void {
    const least = guessed[letters - fewestLetters.one] ?? 0;
    for (const key of near) {
      keys.eachEntry(rangeOf(key), (place, kind) => {
        if (kind === keyKinds.code || kind === keyKinds.inner || kind === keyKinds.part) return;
        if ((this.#index.standing[place] ?? 0) < least) return;
        const other = kind === keyKinds.alternate ? nearAlternate : 0;
        tally.add(place, (typedInFull[kind] ?? 0) + other + points - mistyped(letters));
      });
    }
  }

  /** The readings that are tried if nothing else matches. */
  #readLoosely(words: readonly string[], around: Surroundings, tally: Tally): void {
    const text = toKey(words.join(' '));
    const letters = lettersOf(text);
    if (!isWritten(words)) return;
    if (words.length > 1) {
      this.#readMistypedBeside(words, around, tally);
      this.#readWithWordsLeftOut(words, tally);
      if (tally.isEmpty) this.#readWithoutGaps(words, tally);
    }
    if (tally.isEmpty && letters.length >= fewestLetters.two && letters.length <= mostLetters) {
      const known = this.#index.wellKnown;
      // Two letters and a space more or less make another name.
      const near = [...nearKeys(known, letters, 2)].filter(
        (key) => known.text(key).split(' ').length === words.length,
      );
      this.#addNear(near, letters.length, secondLetter, tally, known);
    }
    if (tally.isEmpty && letters.length >= fewestLetters.unfinished) {
      for (const range of nearBeginnings(this.#index.wellKnown, letters)) {
        this.#index.wellKnown.eachEntry(range, (place, kind) => {
          if (kind !== keyKinds.main) return;
          tally.add(place, begun[kind] - mistyped(letters.length));
        });
      }
    }
  }

  /** A name with context words, one of them mistyped. */
  #readMistypedBeside(words: readonly string[], around: Surroundings, tally: Tally): void {
    const { keys, standing } = this.#index;
    this.#eachPart(words, (from, to) => {
      if (from > 0 && to < words.length) return;
      const [otherFrom, otherTo] = from === 0 ? [to, words.length] : [0, from];
      const text = toKey(words.slice(from, to).join(' '));
      keys.eachEntry(rangeOf(keys.find(text)), (place, kind) => {
        if (kind > keyKinds.alternate || !around.fitMistyped(place, otherFrom, otherTo)) return;
        tally.add(place, (typedInFull[kind] ?? 0) + beside - mistyped(text.length));
      });
      const letters = lettersOf(text);
      if (letters.length < fewestLetters.one || !around.arePossible(otherFrom, otherTo)) return;
      for (const key of nearKeys(keys, letters, 1)) {
        keys.eachEntry(rangeOf(key), (place, kind) => {
          if (kind > keyKinds.alternate || !around.fit(place, otherFrom, otherTo)) return;
          if ((standing[place] ?? 0) < (guessed[letters.length - fewestLetters.one + 1] ?? 0))
            return;
          tally.add(place, (typedInFull[kind] ?? 0) + beside - mistyped(letters.length));
        });
      }
    });
  }

  /** Words within the name are missing: "rio janeiro". */
  #readWithWordsLeftOut(words: readonly string[], tally: Tally): void {
    const [first = '', ...rest] = words.map(toKey);
    const { keys } = this.#index;
    const range = keys.beginningWith(`${first} `);
    for (let at = range.from; at < range.to; at += 1) {
      let from = first.length;
      const text = `${keys.text(at)} `;
      for (const word of rest) from = from < 0 ? from : text.indexOf(` ${word} `, from);
      if (from < 0) continue;
      keys.eachEntry(rangeOf(at), (place, kind) => {
        if (kind <= keyKinds.alternate) tally.add(place, (typedInFull[kind] ?? 0) + wordsLeftOut);
      });
    }
  }

  /** A space too many: "ger many". */
  #readWithoutGaps(words: readonly string[], tally: Tally): void {
    const { keys } = this.#index;
    keys.eachEntry(rangeOf(keys.find(toKey(words.join('')))), (place, kind) => {
      if (kind !== keyKinds.code) tally.add(place, (typedInFull[kind] ?? 0) + gapLeftOut);
    });
  }
}

/** Whether a text may be a mistyped name: letters alone, and not too few. */
function isWritten(words: readonly string[]): boolean {
  const text = words.join('');
  return text.length >= fewestWritten && !/\d/.test(text);
}

/** Whether a text is so short that names of other languages begin with it by coincidence. */
function isShort(text: string): boolean {
  return /^[a-z]{1,2}$/.test(text);
}

/** Whether names of other languages begin with a text by coincidence. */
function isFew(text: string): boolean {
  return /^[a-z]{1,3}$/.test(text);
}

function rangeOf(key: number | undefined): KeyRange {
  return key === undefined ? { from: 0, to: 0 } : { from: key, to: key + 1 };
}

/** One wrong letter matters less in a long name than in a short one. */
function mistyped(letters: number): number {
  return 14 + 40 / letters;
}
