// The context words of a query: words for a place's areas, postcode or kind.
import { keyKinds, kindNumbers } from './index/index-file';
import { type KeyRange, lettersOf, singleKey, toKey } from './index/key-table';
import type { PlaceIndex } from './index/place-index';
import { nearKeys } from './typos';

/** Words for kinds of settlements. */
const settlementWords = new Set(['city', 'town', 'village', 'stadt', 'cedex']);

/** Words for kinds of areas. */
const areaKindWords = new Set([
  'state',
  'province',
  'region',
  'county',
  'district',
  'prefecture',
  'department',
  'island',
  'governorate',
  'oblast',
  'municipality',
  'republic',
  'country',
]);

const fillers = new Set('the of in near de la le du der am an and'.split(' '));

/**
 * A word with a digit, or a short word next to a word with a digit, can belong to a postcode: "SW1A 1AA", "1012 AB",
 * "D-10115".
 */
const figure = /\d/;
const longestPart = 8;
const longestLetters = 2;

/** The words of a query. The class caches the areas that match each sequence of words. */
export class ContextWords {
  readonly #index: PlaceIndex;
  readonly #words: readonly string[];
  readonly #areas = new Map<string, ReadonlySet<number>>();

  constructor(index: PlaceIndex, words: readonly string[]) {
    this.#index = index;
    this.#words = words;
  }

  /**
   * True if the words from `from` up to, but not including, `to` can be context words of at least one place. Also true
   * for an empty range. This check is faster than `fit`.
   */
  arePossible(from: number, to: number): boolean {
    if (from >= to) return true;
    for (let end = to; end > from; end -= 1) {
      if (!this.arePossible(end, to)) continue;
      if (end === from + 1 && (this.#saysKind(from, true) || this.#saysKind(from, false)))
        return true;
      if (this.#areasNamed(from, end).size > 0) return true;
    }
    return false;
  }

  /** True if all words from `from` up to, but not including, `to` are context words of the place. */
  fit(place: number, from: number, to: number): boolean {
    if (from >= to) return true;
    const isSettlement = (this.#index.kind[place] ?? 0) >= kindNumbers.capital;
    for (let end = to; end > from; end -= 1) {
      if (!this.fit(place, end, to)) continue;
      if (end === from + 1 && this.#saysKind(from, isSettlement)) return true;
      if (this.#isAround(place, this.#areasNamed(from, end))) return true;
    }
    return false;
  }

  /** True if the place is in an area whose name is similar to the words from `from` up to, but not including, `to`. */
  fitMistyped(place: number, from: number, to: number): boolean {
    return this.#isAround(place, this.#areasNearly(from, to));
  }

  #isAround(place: number, areas: ReadonlySet<number>): boolean {
    if (areas.size === 0) return false;
    const { country, region, district } = this.#index;
    return [country[place], region[place], district[place]].some(
      (area) => area !== undefined && area !== place && areas.has(area),
    );
  }

  /** True if a word is a filler, names the kind of place, or can belong to a postcode. */
  #saysKind(at: number, isSettlement: boolean): boolean {
    const word = this.#words[at] ?? '';
    if (fillers.has(word) || (isSettlement ? settlementWords : areaKindWords).has(word))
      return true;
    if (figure.test(word)) return word.length <= longestPart;
    const neighbors = [this.#words[at - 1], this.#words[at + 1]];
    return word.length <= longestLetters && neighbors.some((other) => figure.test(other ?? ''));
  }

  #areasNamed(from: number, to: number): ReadonlySet<number> {
    return this.#remembered(`${from} ${to}`, (areas) => {
      const keys = this.#index.areaKeys;
      const text = toKey(this.#words.slice(from, to).join(' '));
      this.#collect(areas, singleKey(keys.find(text)), keyKinds.code);
      if (to < this.#words.length) return;
      // The last word can be incomplete, because the user might still be typing.
      this.#collect(areas, keys.beginningWith(text), keyKinds.alternate);
    });
  }

  #areasNearly(from: number, to: number): ReadonlySet<number> {
    return this.#remembered(`~${from} ${to}`, (areas) => {
      const letters = lettersOf(toKey(this.#words.slice(from, to).join(' ')));
      if (letters.length < 4) return;
      for (const key of nearKeys(this.#index.areaKeys, letters)) {
        this.#collect(areas, singleKey(key), keyKinds.alternate);
      }
    });
  }

  #collect(areas: Set<number>, range: KeyRange, weakest: number): void {
    this.#index.areaKeys.eachEntry(range, (area, kind) => {
      if (kind <= weakest || kind === keyKinds.part) areas.add(area);
    });
  }

  #remembered(name: string, collect: (areas: Set<number>) => void): ReadonlySet<number> {
    let areas = this.#areas.get(name);
    if (!areas) {
      const found = new Set<number>();
      collect(found);
      areas = found;
      this.#areas.set(name, areas);
    }
    return areas;
  }
}
