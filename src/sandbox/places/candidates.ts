// Collects the candidates of a query, each with the points of its best reading.
import type { Bias } from './bias';
import { wellKnown } from './importance';
import type { PlaceIndex } from './index/place-index';

export interface SearchFilter {
  /** Numbers of the only allowed countries; undefined: all. */
  countries?: ReadonlySet<number> | undefined;
  bias?: Bias | undefined;
  /** What the name of a place must begin with, in lower case. */
  beginning?: string | undefined;
}

/** How a place was found: by another name or a likeness, by a part of its own name, by the whole of it. */
export const matchKinds = { other: 0, own: 1, whole: 2 } as const;

type Match = (typeof matchKinds)[keyof typeof matchKinds];

/** Added to each sum, so that every counted place has more than 0. */
const shift = 100;

/** Points of every place during a search; one array for all searches, which never overlap. */
let scratch = new Float32Array(0);
/** The best match of every place. */
let found = new Uint8Array(0);

export class Candidates {
  /** An exact name or the beginning of a well-known one was found: mistyped readings are not tried then. */
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

  /** Counts a place with the points of a reading; areas without a place, and places of other countries, are skipped. */
  add(place: number, points: number, match: Match = matchKinds.other): void {
    const { size, importance, country } = this.#index;
    if (place >= size) return;
    if (this.#countries && !this.#countries.has(country[place] ?? 0)) return;
    if (this.#beginning && !this.#index.name(place).toLowerCase().startsWith(this.#beginning))
      return;
    // 0 means that the place is not counted yet: sums are kept above it.
    const sum = Math.max(1, points + (importance[place] ?? 0) + shift);
    const known = scratch[place] ?? 0;
    if (known === 0) this.#places.push(place);
    if (match > (found[place] ?? 0)) found[place] = match;
    if (sum > known) scratch[place] = sum;
  }

  /** The places with the most points, the likeliest first. Must be called once, at the end. */
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
      // Sorted only now and then: most places of a long list are far from the top.
      if (top.length >= 4 * count) least = trimToBest(top, count);
    }
    trimToBest(top, count);
    return top.map(([place]) => place);
  }

  /** Beside a well-known place of the very name, what only another language calls so is not meant. */
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

/** Keeps the best; returns the fewest points among them. */
function trimToBest(top: [number, number][], count: number): number {
  top.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  top.length = Math.min(top.length, count);
  return top.at(-1)?.[1] ?? Number.NEGATIVE_INFINITY;
}
