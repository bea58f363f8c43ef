// Searches for places, and finds places by their IDs.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Place, PlaceSuggestion } from '../../api/places';
import { dataPath, isStandalone } from '../../lib/installation';
import { biasOf } from './bias';
import { foldQuery } from './fold';
import { PlaceIndex } from './index/place-index';
import { type IndexData, readIndex } from './index/read-index';
import { readPlaceId, toPlace, toSuggestion } from './place';
import type { PlaceQuery } from './query';
import { findPlaces } from './search';

export { type PlaceQuery, readPlaceQuery } from './query';

const maxHits = 10;
/**
 * The maximum number of places that one search considers. If several places have the same descriptive name, the search
 * returns only the most likely place.
 */
const maxCandidates = 40;
const maxCachedResults = 500;
const maxCachedSuggestions = 2000;

export class Places {
  readonly #index: PlaceIndex;
  readonly #suggestions = new Cache<number, PlaceSuggestion>(maxCachedSuggestions);
  readonly #results = new Cache<string, readonly PlaceSuggestion[]>(maxCachedResults);

  constructor(index: PlaceIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#index.size;
  }

  /** True if a country has this uppercase alpha-3 code. */
  isCountry(alpha3: string): boolean {
    return this.#index.isCountry(alpha3);
  }

  /**
   * Returns at most ten suggestions, most likely first. Each suggestion has a different `descriptive_name`. While a
   * result is cached, the same query returns the same array, so that callers can cache values that they derive from the
   * array.
   */
  search(query: PlaceQuery): readonly PlaceSuggestion[] {
    const { text, ...rest } = query;
    const words = foldQuery(text);
    const beginning = accentedBeginning(text);
    const key = JSON.stringify([words, rest, beginning]);
    const known = this.#results.get(key);
    if (known) return known;
    const hits = this.#find(words, query, beginning);
    this.#results.set(key, hits);
    return hits;
  }

  #find(
    words: readonly string[],
    query: PlaceQuery,
    beginning: string | undefined,
  ): readonly PlaceSuggestion[] {
    const only = query.countries.flatMap((code) => this.#index.countryNumber(code) ?? []);
    const filter = {
      countries: query.countries.length > 0 ? new Set(only) : undefined,
      bias: biasOf(this.#index, query),
      beginning,
    };
    const hits = new Map<string, PlaceSuggestion>();
    for (const place of findPlaces(this.#index, words, filter, maxCandidates)) {
      const suggestion = this.#suggest(place);
      if (!hits.has(suggestion.descriptive_name)) hits.set(suggestion.descriptive_name, suggestion);
      if (hits.size === maxHits) break;
    }
    return [...hits.values()];
  }

  #suggest(place: number): PlaceSuggestion {
    let suggestion = this.#suggestions.get(place);
    if (!suggestion) {
      suggestion = toSuggestion(this.#index, place);
      this.#suggestions.set(place, suggestion);
    }
    return suggestion;
  }

  /** Returns the place with this ID, or undefined if the ID is unknown. */
  resolve(id: string): Place | undefined {
    const geonameid = readPlaceId(id);
    const place = geonameid === undefined ? undefined : this.#index.find(geonameid);
    return place === undefined ? undefined : toPlace(this.#index, place);
  }
}

/**
 * If the text consists of one or two letters, and at least one of them has an accent, returns the text in lowercase.
 * The search then finds only names that begin with exactly these letters, because users who type so few letters type
 * the accent on purpose. Returns undefined for all other text.
 */
function accentedBeginning(text: string): string | undefined {
  const typed = text.trim().normalize('NFC').toLowerCase();
  const isAccented = /^\p{Script=Latin}{1,2}$/u.test(typed) && /[^a-z]/.test(typed);
  return isAccented ? typed : undefined;
}

/** Returns the path of the index that the build creates from data/places. */
export const builtIndex = (): string =>
  dataPath(isStandalone ? 'places.json.br' : join('..', 'dist', 'places.json.br'));

/** A cache of the most recently used values. */
export class Cache<Key, T> {
  readonly #entries = new Map<Key, T>();

  constructor(readonly capacity: number) {}

  /** Returns the value for a key, and marks the value as the most recently used. */
  get(key: Key): T | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /** Stores a value. If the cache is full, removes the least recently used value. */
  set(key: Key, value: T): void {
    this.#entries.set(key, value);
    if (this.#entries.size <= this.capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}

const entry = join(__dirname, 'read-places.js');

/**
 * Reads the places from the index file.
 * @throws Error if the index file is not readable, or if `signal` aborts before the places are available.
 */
export async function openPlaces(signal?: AbortSignal): Promise<Places> {
  const path = builtIndex();
  // The standalone executable, and tests that run the source code, read the index in the main thread, because they have
  // no file for a worker thread.
  if (isStandalone || !existsSync(entry)) {
    return new Places(new PlaceIndex(await readIndex(await readFile(path))));
  }
  // A small heap makes Node.js free the memory of each column before the thread parses the next column.
  const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 8 };
  const thread = new Worker(entry, { workerData: path, resourceLimits });
  thread.unref();
  try {
    const [data]: [IndexData] = (await once(thread, 'message', { signal })) as [IndexData];
    return new Places(new PlaceIndex(data));
  } finally {
    await thread.terminate();
  }
}

/**
 * The places that all sandboxes in a process share. The first use loads the places, so that only requests for places
 * wait for the data.
 */
export class LazyPlaces {
  loaded: Places | undefined;
  #loading: Promise<Places> | undefined;
  readonly #closed = new AbortController();

  get size(): number {
    return this.loaded?.size ?? 0;
  }

  load(): Promise<Places> {
    this.#loading ??= openPlaces(this.#closed.signal).then((places) => {
      this.#closed.signal.throwIfAborted();
      this.loaded = places;
      return places;
    });
    return this.#loading;
  }

  close(): void {
    this.#closed.abort(new Error('The sandbox closed while it was reading its places.'));
    this.loaded = undefined;
  }
}

let shared: LazyPlaces | undefined;
let users = 0;

/**
 * Returns the places that all sandboxes in the process share. Each sandbox must call `releasePlaces` when it closes.
 */
export function sharePlaces(): LazyPlaces {
  users += 1;
  shared ??= new LazyPlaces();
  return shared;
}

/** Releases the places for one sandbox. The last sandbox's call closes the places. */
export function releasePlaces(): void {
  users -= 1;
  if (users > 0) return;
  shared?.close();
  shared = undefined;
}
