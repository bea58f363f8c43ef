// Finds the places a query may mean and puts the likeliest first.
import type { Bias } from './bias';
import { nameKinds } from './collected-names';
import { otherGaps } from './gaps';
import type { Gazetteer } from './gazetteer';
import { matchName } from './matching';
import type { NameIndex } from './name-index';
import { codePoints, namePoints, standing } from './ranking';
import type { PlaceRecord } from './record';
import { type Doubt, TypedWord } from './typed-word';
import type { WordRange } from './vocabulary';

/** What narrows and leans a search. */
export interface SearchFrame {
  /** Alpha-2 codes of the only countries wanted; undefined: all. */
  countries?: ReadonlySet<string>;
  bias?: Bias;
}

/** Costs of a query that only matches with a gap put in or taken out. */
const gapPoints = -20;

interface Found {
  record: PlaceRecord;
  points: number;
  /** The whole main name was typed, letter by letter. */
  named: boolean;
}

/** A search over the names of a gazetteer. */
export class Search {
  readonly #gazetteer: Gazetteer;
  readonly #index: NameIndex;
  readonly #standing: Float64Array;
  readonly #areaNumbers = new Map<PlaceRecord, number>();
  readonly #around: (readonly number[] | undefined)[] = [];

  constructor(gazetteer: Gazetteer, index: NameIndex) {
    this.#gazetteer = gazetteer;
    this.#index = index;
    this.#standing = Float64Array.from(gazetteer.records, standing);
    for (const [number, record] of gazetteer.records.entries()) {
      if (index.areaWords[number]) this.#areaNumbers.set(record, number);
    }
  }

  /**
   * All places that answer the folded words, the likeliest first. Mistyped words are put right only
   * where the words as they stand are no name and find little.
   * @param enough number of places beyond which nothing is guessed
   */
  find(words: readonly string[], frame: SearchFrame, enough: number): PlaceRecord[] {
    if (words.length === 0) return [];
    let found = this.#match(words, frame, 'none');
    if (found.length < enough && !found.some(({ named }) => named)) {
      found = this.#match(words, frame, 'unlikely words');
    }
    if (found.length === 0) found = this.#withOtherGaps(words, frame);
    if (found.length === 0 && words.length > 1) found = this.#match(words, frame, 'all words');
    return found.sort(byPoints).map(({ record }) => record);
  }

  #withOtherGaps(words: readonly string[], frame: SearchFrame): Found[] {
    const best = new Map<PlaceRecord, Found>();
    for (const reading of otherGaps(words, this.#index.vocabulary)) {
      for (const found of this.#match(reading, frame, 'none')) {
        const points = found.points + gapPoints;
        if (points > (best.get(found.record)?.points ?? Number.NEGATIVE_INFINITY)) {
          best.set(found.record, { ...found, points });
        }
      }
    }
    return [...best.values()];
  }

  #match(words: readonly string[], frame: SearchFrame, doubt: Doubt): Found[] {
    const { vocabulary } = this.#index;
    const typed = words.map((_, at) => new TypedWord(vocabulary, words, at, doubt));
    const best = new Map<number, Found>();
    this.#eachCandidate(typed, (name, place) => {
      const record = this.#gazetteer.records[place];
      if (!record || (frame.countries && !frame.countries.has(record.country))) return;
      const found = this.#judge(name, place, record, typed);
      if (found && found.points > (best.get(place)?.points ?? Number.NEGATIVE_INFINITY)) {
        best.set(place, found);
      }
    });
    const all = [...best.values()];
    const { bias } = frame;
    if (bias) for (const found of all) found.points += bias(found.record);
    return all;
  }

  /**
   * The names that may answer all typed words. Each has the rarest word itself, or has another one and
   * lies in an area that has the rarest: that spares a look at every name with a "de" in it.
   */
  #eachCandidate(typed: readonly TypedWord[], visit: (name: number, place: number) => void): void {
    const { namesFrom, names, placeOf } = this.#index;
    const [rarest, ...others] = typed
      .map((word) => word.ranges())
      .map((ranges) => ({ ranges, size: this.#countNames(ranges) }))
      .sort((a, b) => a.size - b.size);
    const seen = new Set<number>();
    const areas = new Set<number>();
    const each = (ranges: readonly WordRange[], isWanted: (place: number) => boolean) => {
      for (const { from, to } of ranges) {
        const end = namesFrom[to] ?? 0;
        for (let at = namesFrom[from] ?? 0; at < end; at += 1) {
          const name = names[at] ?? 0;
          const place = placeOf[name] ?? 0;
          if (!isWanted(place) || seen.has(name)) continue;
          seen.add(name);
          visit(name, place);
        }
      }
    };
    each(rarest?.ranges ?? [], (place) => {
      if (others.length > 0 && this.#index.areaWords[place]) areas.add(place);
      return true;
    });
    if (areas.size === 0) return;
    const isInside = (place: number) => this.#areasAround(place).some((area) => areas.has(area));
    for (const { ranges } of others) each(ranges, isInside);
  }

  #countNames(ranges: readonly WordRange[]): number {
    const { namesFrom } = this.#index;
    return ranges.reduce(
      (sum, { from, to }) => sum + (namesFrom[to] ?? 0) - (namesFrom[from] ?? 0),
      0,
    );
  }

  #judge(
    name: number,
    place: number,
    record: PlaceRecord,
    typed: readonly TypedWord[],
  ): Found | undefined {
    const match = matchName(this.#index, name, typed, () => this.#wordsAround(place));
    if (!match) return undefined;
    const kind = this.#index.kindOf[name];
    const exact = match.whole && match.mistyped.length === 0;
    const isMain = kind === nameKinds.main;
    const rank = this.#standing[place] ?? 0;
    if (kind === nameKinds.code) {
      return exact ? { record, points: codePoints(record.kind) + rank, named: false } : undefined;
    }
    return { record, points: namePoints(match, isMain) + rank, named: isMain && exact };
  }

  /** Numbers of the areas a place lies in. */
  #areasAround(place: number): readonly number[] {
    let areas = this.#around[place];
    if (!areas) {
      const record = this.#gazetteer.records[place];
      const above = record ? this.#gazetteer.above(record) : [];
      areas = above.flatMap((area) => this.#areaNumbers.get(area) ?? []);
      this.#around[place] = areas;
    }
    return areas;
  }

  #wordsAround(place: number): Int32Array[] {
    return this.#areasAround(place).flatMap((area) => this.#index.areaWords[area] ?? []);
  }
}

function byPoints(a: Found, b: Found): number {
  return (
    b.points - a.points ||
    b.record.people - a.record.people ||
    a.record.geonameid - b.record.geonameid
  );
}
