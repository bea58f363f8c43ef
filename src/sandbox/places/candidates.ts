// Collects the candidates of a query, each with the points of its best reading.
import type { Bias } from './bias';
import { wellKnown } from './importance';
import type { PlaceIndex } from './index/place-index';

export interface SearchFilter {
  /** Numbers of the allowed countries; undefined allows all. */
  countries?: ReadonlySet<number> | undefined;
  bias?: Bias | undefined;
  /** The beginning that the name of a place must have, in lower case. */
  beginning?: string | undefined;
}

/**
 * How a query matched a place: by an alternate or similar name (`other`), by a code or a part of the place's own name
 * (`own`), or by its complete name (`whole`).
 */
export const matchKinds = { other: 0, own: 1, whole: 2 } as const;

type Match = (typeof matchKinds)[keyof typeof matchKinds];

/** Added to each sum, so that the points of a candidate are more than 0. */
const shift = 100;

/** The points of every place during a search. Searches never overlap, so they share the array. */
let scratch = new Float32Array(0);
/** The best match of every place, also shared by all searches. */
let found = new Uint8Array(0);

export class Candidates {
  /** True if the query is an exact name or begins a well-known one. The search then does not read it as mistyped. */
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

  /** Adds a place, or raises its points. Ignores areas that are not places, and places that the filter excludes. */
  add(place: number, points: number, match: Match = matchKinds.other): void {
    const { size, importance, country } = this.#index;
    if (place >= size) return;
    if (this.#countries && !this.#countries.has(country[place] ?? 0)) return;
    if (this.#beginning && !this.#index.name(place).toLowerCase().startsWith(this.#beginning))
      return;
    // 0 means that the place is not a candidate yet, so a sum is at least 1.
    const sum = Math.max(1, points + (importance[place] ?? 0) + shift);
    const known = scratch[place] ?? 0;
    if (known === 0) this.#places.push(place);
    if (match > (found[place] ?? 0)) found[place] = match;
    if (sum > known) scratch[place] = sum;
  }

  /** Returns the places with the most points, the likeliest first. Call it once: it clears the shared arrays. */
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
      // The list is sorted only when it is long, because most places are far from the top.
      if (top.length >= 4 * count) least = trimToBest(top, count);
    }
    trimToBest(top, count);
    return top.map(([place]) => place);
  }

  /**
   * Returns the fewest points with which an alternate or similar name still counts. If a well-known place has exactly
   * the typed name, the user does not mean a place that only another language calls by that name.
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

/** Keeps only the best places, and returns the fewest points among them. */
function trimToBest(top: [number, number][], count: number): number {
  top.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  top.length = Math.min(top.length, count);
  return top.at(-1)?.[1] ?? Number.NEGATIVE_INFINITY;
}
