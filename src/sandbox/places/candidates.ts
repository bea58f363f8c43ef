// Collects the candidates for a query: the matching places, and the score of each place's best match.
import type { Bias } from './bias';
import { wellKnown } from './importance';
import type { PlaceIndex } from './index/place-index';

export interface SearchFilter {
  /** The numbers of the allowed countries; undefined allows all countries. */
  countries?: ReadonlySet<number> | undefined;
  bias?: Bias | undefined;
  /** A lowercase prefix. A place matches only if its name in lowercase begins with this prefix. */
  beginning?: string | undefined;
}

/**
 * The kinds of match between a query and a place:
 * - `other`: an alternate or similar name
 * - `own`: a code, or the main name in part or without spaces
 * - `whole`: the full main name
 */
export const matchKinds = { other: 0, own: 1, whole: 2 } as const;

type Match = (typeof matchKinds)[keyof typeof matchKinds];

/** The number that `add` adds to each score, so that the score of a candidate is greater than 0. */
const shift = 100;

/** The score of every place during a search. All searches share this array, because searches never overlap. */
let scratch = new Float32Array(0);
/** The best match of every place during a search. All searches share this array. */
let found = new Uint8Array(0);

export class Candidates {
  /**
   * True if the query contains a complete name or a complete part of a name, or is the prefix of a well-known place's
   * main name. If true, the search does not correct typos.
   */
  fits = false;
  readonly #index: PlaceIndex;
  readonly #countries: ReadonlySet<number> | undefined;
  readonly #bias: Bias | undefined;
  readonly #beginning: string | undefined;
  readonly #places: number[] = [];

  constructor(index: PlaceIndex, { countries, bias, beginning }: SearchFilter) {
    this.#index = index;
    this.#countries = countries;
    this.#bias = bias;
    this.#beginning = beginning;
    if (scratch.length < index.size) {
      scratch = new Float32Array(index.size);
      found = new Uint8Array(index.size);
    }
  }

  get isEmpty(): boolean {
    return this.#places.length === 0;
  }

  /**
   * Adds a place, or raises the place's score if the new score is higher. Ignores areas without a place record, places
   * that the filter excludes, and keys whose score is minus infinity.
   */
  add(place: number, points: number, match: Match = matchKinds.other): void {
    const { size, importance, country } = this.#index;
    if (place >= size || points === Number.NEGATIVE_INFINITY) return;
    if (this.#countries && !this.#countries.has(country[place] ?? 0)) return;
    if (this.#beginning && !this.#index.name(place).toLowerCase().startsWith(this.#beginning))
      return;
    // In `scratch`, 0 means that the place is not a candidate yet. Therefore, the score of a candidate is at least 1.
    const sum = Math.max(1, points + (importance[place] ?? 0) + shift);
    const known = scratch[place] ?? 0;
    if (known === 0) this.#places.push(place);
    if (match > (found[place] ?? 0)) found[place] = match;
    if (sum > known) scratch[place] = sum;
  }

  /**
   * Returns the `count` places with the highest scores, best first. Call this method only once, because it clears the
   * shared arrays.
   */
  best(count: number): number[] {
    const top: [number, number][] = [];
    const leastOfOthers = this.#leastOfOthers();
    let least = Number.NEGATIVE_INFINITY;
    for (const place of this.#places) {
      const points = this.#pointsOf(place);
      const match = found[place];
      scratch[place] = 0;
      found[place] = 0;
      if (points < least || (match === matchKinds.other && points < leastOfOthers)) continue;
      top.push([place, points]);
      // Sorting the list only when it is long saves time, because most places are not among the best.
      if (top.length >= 4 * count) least = trimToBest(top, count);
    }
    trimToBest(top, count);
    return top.map(([place]) => place);
  }

  /**
   * Returns the minimum score for places that match only by an alternate or similar name: the highest score of a
   * well-known place whose full name is the query. If such a place exists, the user probably does not mean a place that
   * has this name only in another language.
   */
  #leastOfOthers(): number {
    let least = Number.NEGATIVE_INFINITY;
    for (const place of this.#places) {
      if (found[place] !== matchKinds.whole || (this.#index.importance[place] ?? 0) < wellKnown)
        continue;
      least = Math.max(least, this.#pointsOf(place));
    }
    return least;
  }

  #pointsOf(place: number): number {
    return (scratch[place] ?? 0) + (this.#bias?.(place, found[place] === matchKinds.whole) ?? 0);
  }
}

/** Sorts the places and keeps the best `count` places. Returns the score of the last place. */
function trimToBest(top: [number, number][], count: number): number {
  top.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  top.length = Math.min(top.length, count);
  return top.at(-1)?.[1] ?? Number.NEGATIVE_INFINITY;
}
