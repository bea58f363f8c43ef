// Place search and resolution as the sandbox's routes use them (interface, GET /places and
// GET /places/{place}).

import { biasOf } from './bias';
import { readBundled } from './bundled';
import { Answers } from './cache';
import { loadDump } from './dump';
import { fold, foldQuery } from './fold';
import { bundledFolder } from './folder';
import type { Gazetteer } from './gazetteer';
import { buildNameIndex } from './name-index';
import { type Place, type PlaceSuggestion, readPlaceId, toPlace, toSuggestion } from './place';
import type { PlaceQuery } from './query';
import type { PlaceRecord } from './record';
import { Search } from './search';

export type { Place, PlaceSuggestion } from './place';
export { type PlaceQuery, readPlaceQuery } from './query';

/** Most suggestions of one answer (interface, "Limits"). */
const mostHits = 10;
const rememberedAnswers = 5000;
/** Letters of the beginnings that are answered ahead. */
const longestBeginning = 3;

/** Where places come from. */
export interface PlacesSource {
  /** Folder of GeoNames dump files that are read on top of the bundled data. */
  dump?: string;
  /** Told what is missing or unreadable in the dump, one line each. */
  warn?: (line: string) => void;
  /** Folder of the bundled data, where it is not beside package.json. */
  folder?: string;
}

/** The places, ready to be searched. */
export class Places {
  readonly #gazetteer: Gazetteer;
  readonly #search: Search;
  readonly #suggestions = new Map<PlaceRecord, PlaceSuggestion>();
  readonly #ahead = new Map<string, readonly PlaceSuggestion[]>();
  readonly #answers = new Answers<readonly PlaceSuggestion[]>(rememberedAnswers);

  constructor(gazetteer: Gazetteer, search: Search) {
    this.#gazetteer = gazetteer;
    this.#search = search;
  }

  /** Number of places. */
  get size(): number {
    return this.#gazetteer.records.length;
  }

  /** Whether this alpha-3 code, in upper case, is a country's. */
  isCountry(alpha3: string): boolean {
    return this.#gazetteer.alpha2(alpha3) !== undefined;
  }

  /**
   * At most ten suggestions, the likeliest first, each with a `descriptive_name` of its own. A
   * remembered answer is the same array again, so that a caller may keep what it made of it.
   * @param callerCountry alpha-3 of where the caller's address is, for `bias_ip`; left out where nobody
   *   can tell, as for loopback and private addresses: then there is no bias
   */
  search(query: PlaceQuery, callerCountry?: string): readonly PlaceSuggestion[] {
    const words = foldQuery(query.text);
    const key = keyOf(words, query, callerCountry);
    const known = this.#ahead.get(key) ?? this.#answers.get(key);
    if (known) return known;
    const hits = this.#find(words, query, callerCountry);
    this.#answers.set(key, hits);
    return hits;
  }

  /**
   * Answers the beginnings of up to three letters of all countries, regions and capitals ahead of being
   * asked, one at a time between other work. They stay remembered.
   */
  async warm(): Promise<void> {
    for (const beginning of beginnings(this.#gazetteer.records)) {
      const query = { text: beginning, countries: [], biasCountries: [], biasIp: false };
      const words = foldQuery(beginning);
      this.#ahead.set(keyOf(words, query), this.#find(words, query));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #find(
    words: readonly string[],
    query: PlaceQuery,
    callerCountry?: string,
  ): readonly PlaceSuggestion[] {
    const bias = biasOf(this.#gazetteer, query, callerCountry);
    const only = query.countries.flatMap((code) => this.#gazetteer.alpha2(code) ?? []);
    const frame = {
      ...(query.countries.length > 0 ? { countries: new Set(only) } : {}),
      ...(bias ? { bias } : {}),
    };
    const hits = new Map<string, PlaceSuggestion>();
    for (const record of this.#search.find(words, frame, mostHits)) {
      const suggestion = this.#suggest(record);
      if (!hits.has(suggestion.descriptive_name)) hits.set(suggestion.descriptive_name, suggestion);
      if (hits.size === mostHits) break;
    }
    return [...hits.values()];
  }

  /** One object a place, however many answers it is remembered in. */
  #suggest(record: PlaceRecord): PlaceSuggestion {
    let suggestion = this.#suggestions.get(record);
    if (!suggestion) {
      suggestion = toSuggestion(this.#gazetteer, record);
      this.#suggestions.set(record, suggestion);
    }
    return suggestion;
  }

  /** The whole place of a suggestion's id; undefined when there is none. */
  resolve(id: string): Place | undefined {
    const geonameid = readPlaceId(id);
    const record = geonameid === undefined ? undefined : this.#gazetteer.get(geonameid);
    return record && toPlace(this.#gazetteer, record);
  }
}

function keyOf(words: readonly string[], query: PlaceQuery, callerCountry = ''): string {
  const { countries, biasCountries, biasPoint: point, biasIp } = query;
  const circle = point ? `${point.longitude},${point.latitude},${point.radius}` : '';
  const caller = biasIp ? callerCountry : '';
  return `${words.join(' ')}|${countries.join()}|${biasCountries.join()}|${circle}|${caller}`;
}

/** The first one to three letters of the main names of everything but settlements and districts. */
function beginnings(records: readonly PlaceRecord[]): Set<string> {
  const found = new Set<string>();
  for (const { kind, name } of records) {
    if (kind === 'settlement' || kind === 'district') continue;
    const folded = fold(name).join(' ');
    for (let length = 1; length <= longestBeginning; length += 1) {
      found.add(folded.slice(0, length).trim());
    }
  }
  return found;
}

/**
 * Reads the places and builds their index, in slices that let a server answer meanwhile.
 * @throws Error when the bundled data is not there.
 */
export async function openPlaces(source: PlacesSource = {}): Promise<Places> {
  const gazetteer = await readBundled(source.folder ?? bundledFolder());
  if (source.dump !== undefined) await loadDump(gazetteer, source.dump, source.warn ?? (() => {}));
  return new Places(gazetteer, new Search(gazetteer, await buildNameIndex(gazetteer)));
}
