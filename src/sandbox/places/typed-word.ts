// One word of a query and how the words of names answer to it.
import type { NearRange, Vocabulary, WordRange } from './vocabulary';

/** How well a name's word answers a typed word, from not at all to letter by letter. */
export const fits = { none: 0, mistypedBeginning: 1, mistyped: 2, beginning: 3, exact: 4 } as const;

/** One of `fits`. */
export type Fit = (typeof fits)[keyof typeof fits];

/**
 * Which words are taken for mistyped: none; those that are no word of any name, and all long ones, as
 * some language has a name like nearly every typo; every word that others stand beside.
 */
export type Doubt = 'none' | 'unlikely words' | 'all words';

/** A single word must have this many letters, or it is too close to too many others. */
const fewestLettersAlone = 3;
const fewestLettersBesideOthers = 2;
/** Words from this length on are doubted though a name has them, and may be unfinished and mistyped. */
const longWord = 4;

/** A folded word of the query, with the ranges of words that answer it. */
export class TypedWord {
  readonly letters: number;
  readonly #words: readonly string[];
  readonly #exact: number;
  readonly #begun: WordRange;
  readonly #near: readonly NearRange[];
  readonly #unfinished: boolean;

  /**
   * @param at its place among the words of the query; the last one may still be unfinished
   */
  constructor(vocabulary: Vocabulary, query: readonly string[], at: number, doubt: Doubt) {
    const text = query[at] ?? '';
    const unfinished = at === query.length - 1;
    this.letters = text.length;
    this.#words = vocabulary.words;
    this.#exact = vocabulary.find(text) ?? -1;
    this.#begun = unfinished ? vocabulary.beginningWith(text) : only(this.#exact);
    const isKnown = this.#begun.from < this.#begun.to;
    const isUnlikely = !isKnown || this.letters >= longWord;
    const fewest = query.length > 1 ? fewestLettersBesideOthers : fewestLettersAlone;
    const isDoubted = doubt === 'all words' || (doubt === 'unlikely words' && isUnlikely);
    this.#near = isDoubted && this.letters >= fewest ? vocabulary.near(text) : [];
    this.#unfinished = unfinished && this.letters >= longWord;
  }

  /** How well the word with this number answers. */
  fit(word: number): Fit {
    if (word === this.#exact) return fits.exact;
    if (word >= this.#begun.from && word < this.#begun.to) return fits.beginning;
    let best: Fit = fits.none;
    for (const { from, to, length } of this.#near) {
      if (word < from || word >= to) continue;
      if (this.#words[word]?.length === length) return fits.mistyped;
      if (this.#unfinished) best = fits.mistypedBeginning;
    }
    return best;
  }

  /** The best fit among sorted word numbers, such as those of a country's names. */
  fitAmong(sorted: Int32Array): Fit {
    if (has(sorted, this.#exact, this.#exact + 1)) return fits.exact;
    if (has(sorted, this.#begun.from, this.#begun.to)) return fits.beginning;
    for (const { from, to, length } of this.#near) {
      if (this.#words[from]?.length === length && has(sorted, from, from + 1)) return fits.mistyped;
      if (this.#unfinished && has(sorted, from, to)) return fits.mistypedBeginning;
    }
    return fits.none;
  }

  /** All words that may answer, as ranges. */
  ranges(): WordRange[] {
    const near = this.#near.map(({ from, to, length }) =>
      // The correction itself, where there is one, is the first of its range.
      this.#unfinished
        ? { from, to }
        : { from, to: this.#words[from]?.length === length ? from + 1 : from },
    );
    return [this.#begun, ...near];
  }
}

function only(word: number): WordRange {
  return word < 0 ? { from: 0, to: 0 } : { from: word, to: word + 1 };
}

function has(sorted: Int32Array, from: number, to: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return low < sorted.length && (sorted[low] ?? to) < to;
}
