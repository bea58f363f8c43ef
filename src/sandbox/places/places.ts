// Place search and resolution for the sandbox's routes.
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
/** Most places considered for one answer: some share a descriptive name, and only the likeliest of them is kept. */
const maxCandidates = 40;
const maxAnswers = 500;
const maxSuggestions = 2000;

export class Places {
  readonly #index: PlaceIndex;
  readonly #suggestions = new Cache<number, PlaceSuggestion>(maxSuggestions);
  readonly #answers = new Cache<string, readonly PlaceSuggestion[]>(maxAnswers);

  constructor(index: PlaceIndex) {
    this.#index = index;
  }

  get size(): number {
    return this.#index.size;
  }

  /** Whether this alpha-3 code, in upper case, is a country's. */
  isCountry(alpha3: string): boolean {
    return this.#index.isCountry(alpha3);
  }

  /**
   * At most ten suggestions, the likeliest first, each with a `descriptive_name` of its own. A cached answer
   * is the same array, so that a caller may cache what it derives.
   */
  search(query: PlaceQuery): readonly PlaceSuggestion[] {
    const { text, ...rest } = query;
    const words = foldQuery(text);
    const beginning = accentedBeginning(text);
    const key = JSON.stringify([words, rest, beginning]);
    const known = this.#answers.get(key);
    if (known) return known;
    const hits = this.#find(words, query, beginning);
    this.#answers.set(key, hits);
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

  resolve(id: string): Place | undefined {
    const geonameid = readPlaceId(id);
    const place = geonameid === undefined ? undefined : this.#index.find(geonameid);
    return place === undefined ? undefined : toPlace(this.#index, place);
  }
}

/** One or two letters of which one has an accent: that is typed on purpose, and is all there is to go by. */
function accentedBeginning(text: string): string | undefined {
  const typed = text.trim().normalize('NFC').toLowerCase();
  const isAccented = /^\p{Script=Latin}{1,2}$/u.test(typed) && /[^a-z]/.test(typed);
  return isAccented ? typed : undefined;
}

/** The index that the build makes of data/places. */
export const builtIndex = (): string =>
  dataPath(isStandalone ? 'places.json.br' : join('..', 'dist', 'places.json.br'));

/** The most recently used answers, as many as fit. */
export class Cache<Key, T> {
  readonly #entries = new Map<Key, T>();

  constructor(readonly capacity: number) {}

  /** The answer for this key; marks it as used. */
  get(key: Key): T | undefined {
    const answer = this.#entries.get(key);
    if (answer !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, answer);
    }
    return answer;
  }

  /** Keeps an answer; the least recently used one is dropped. */
  set(key: Key, answer: T): void {
    this.#entries.set(key, answer);
    if (this.#entries.size <= this.capacity) return;
    const oldest = this.#entries.keys().next();
    if (!oldest.done) this.#entries.delete(oldest.value);
  }
}

const entry = join(__dirname, 'read-places.js');

/**
 * Opens the places.
 * @throws Error when the data of the package cannot be read, or `signal` ends it before.
 */
export async function openPlaces(signal?: AbortSignal): Promise<Places> {
  const path = builtIndex();
  // The executable has no file for a thread, nor have the tests that run the source.
  if (isStandalone || !existsSync(entry)) {
    return new Places(new PlaceIndex(await readIndex(await readFile(path))));
  }
  // A small heap, so that what a column leaves behind is collected before the next one is parsed.
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

/** The places of a process, opened on first use, so that only requests for places wait for them. */
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
    this.#closed.abort(new Error('The sandbox ended while its places were read.'));
    this.loaded = undefined;
  }
}

let shared: LazyPlaces | undefined;
let users = 0;

/** The places of the process for one more sandbox, which calls `releasePlaces` when it ends. */
export function sharePlaces(): LazyPlaces {
  users += 1;
  shared ??= new LazyPlaces();
  return shared;
}

/** The last user closes the places. */
export function releasePlaces(): void {
  users -= 1;
  if (users > 0) return;
  shared?.close();
  shared = undefined;
}
