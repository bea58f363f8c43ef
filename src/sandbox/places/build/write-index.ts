// Creates the index of a gazetteer: the sorted search keys, the columns for ranking, and the place records.
import { fold, plainAscii } from '../fold';
import { importanceOf } from '../importance';
import {
  type KeyColumns,
  type KeyKind,
  keyKinds,
  kindNumbers,
  none,
  packIndex,
} from '../index/index-file';
import { fromKey, toKey } from '../index/key-table';
import { blockSize, packBlock, type StoredRecord } from '../index/record';
import type { Gazetteer, PlaceRecord } from './gazetteer';

/**
 * Returns the bytes of a gazetteer's index file.
 * @param quality compression quality, 0 to 11
 */
export function writeIndex(gazetteer: Gazetteer, quality: number): Buffer {
  const records = [...gazetteer.records].sort((a, b) => a.geonameid - b.geonameid);
  const numbers = new Map(records.map((record, number) => [record, number]));
  const areaNames = [...gazetteer.areaNames].filter(([key]) => !gazetteer.areas.get(key));
  const nameNumbers = new Map(areaNames.map(([key], at) => [key, records.length + at]));
  const areaNumber = (key: string): number => {
    const area = gazetteer.areas.get(key);
    return (area ? numbers.get(area) : nameNumbers.get(key)) ?? none;
  };
  const names = [...records.map(({ name }) => name), ...areaNames.map(([, name]) => name)];
  const keys = collectKeys(records, areaNames);
  return packIndex(
    {
      countries: [...gazetteer.countryCodes].map(([two, three]) => [two, three, areaNumber(two)]),
      namesakes: namesakesOf(gazetteer).map((area) => numbers.get(area) ?? none),
      names: names.join('\n'),
      ids: records.map(({ geonameid }) => geonameid),
      kind: records.map(({ kind }) => kindNumbers[kind]),
      importance: records.map((one) => importanceOf(one.kind, one.people, one.featureCode)),
      latitude: records.map(({ latitude }) => rounded(latitude)),
      longitude: records.map(({ longitude }) => rounded(longitude)),
      country: records.map(({ country }) => areaNumber(country)),
      region: records.map(({ country, admin1 }) => areaNumber(`${country}.${admin1}`)),
      district: records.map(({ country, admin1, admin2 }) =>
        admin2 === '' ? none : areaNumber(`${country}.${admin1}.${admin2}`),
      ),
      keyTexts: keys.texts,
      keyCounts: keys.counts,
      keyAreas: keys.areas,
      keyKinds: keys.kinds,
      records: blocksOf(records).map((block) => packBlock(block, quality)),
    },
    quality,
  );
}

/** Rounds degrees to five decimals, the precision of GeoNames. The computed coordinates of areas have more decimals. */
function rounded(degrees: number | undefined): number | null {
  return degrees === undefined ? null : Math.round(degrees * 1e5) / 1e5;
}

function blocksOf(records: readonly PlaceRecord[]): StoredRecord[][] {
  const stored = records.map((record) => ({
    ...record,
    asciiname: record.asciiname === plainAscii(record.name) ? '' : record.asciiname,
    population: record.population || String(record.people),
  }));
  const blocks: StoredRecord[][] = [];
  for (let from = 0; from < stored.length; from += blockSize) {
    blocks.push(stored.slice(from, from + blockSize));
  }
  return blocks;
}

/** Returns the first-level areas whose name is also the name of a settlement in the area. */
function namesakesOf({ records, areas }: Gazetteer): PlaceRecord[] {
  const found = new Set<PlaceRecord>();
  for (const record of records) {
    const area = areas.get(`${record.country}.${record.admin1}`);
    if (area !== undefined && area !== record && area.name === record.name) found.add(area);
  }
  return [...found].filter(({ kind }) => kind === 'region');
}

const areaSuffixes = new Set([
  'county',
  'parish',
  'district',
  'municipality',
  'province',
  'borough',
]);

interface Entry {
  area: number;
  kind: KeyKind;
}

/** Returns the keys of the index, and the places and areas that each key finds. */
function collectKeys(
  records: readonly PlaceRecord[],
  areaNames: readonly (readonly [string, string])[],
): KeyColumns {
  const found = new Map<string, Entry[]>();
  const put = (text: string, area: number, kind: KeyKind) => {
    const key = toKey(text);
    const entries = found.get(key);
    if (entries) entries.push({ area, kind });
    else found.set(key, [{ area, kind }]);
  };
  for (const [number, record] of records.entries()) {
    eachKey(record, (text, kind) => put(text, number, kind));
  }
  for (const [at, [, name]] of areaNames.entries()) {
    const words = fold(name);
    put(words.join(' '), records.length + at, keyKinds.main);
    // The query "Cook" also finds "Cook County".
    if (words.length > 1 && areaSuffixes.has(words.at(-1) ?? '')) {
      put(words.slice(0, -1).join(' '), records.length + at, keyKinds.alternate);
    }
  }
  const keys = [...found.keys()].sort();
  const entries = keys.map((key) => found.get(key) ?? []);
  return {
    texts: keys.map(fromKey).join('\n'),
    counts: entries.map(({ length }) => length),
    areas: entries.flatMap((some) => some.map(({ area }) => area)),
    kinds: entries.flatMap((some) => some.map(({ kind }) => kind)),
  };
}

const short: Readonly<Record<string, string>> = {
  saint: 'st',
  sainte: 'ste',
  mount: 'mt',
  fort: 'ft',
  sankt: 'st',
};

/**
 * Matches an airport code. GeoNames lists airport codes among a settlement's alternate names, but the index stores them
 * as keys of the kind `code`.
 */
const airportCode = /^[A-Z]{3}$/;
const umlauts = /[äöüÄÖÜ]/g;
/** The minimum length of a key that is the end of a name. A shorter key, such as "de", would find too many places. */
const shortestInner = 3;
const shortestPart = 5;
const longestTranscription = 5;
const knownAbroad = 1_000_000;
/**
 * Words that belong to the next word in a hyphenated name. For example, "de" belongs to "France" in Île-de-France, so
 * "France" is not a `part` key of this name.
 */
const particles = new Set(['de', 'da', 'do', 'du', 'del', 'di', 'la', 'le', 'les', 'sur', 'am']);

type PutKey = (words: readonly string[], kind: KeyKind) => void;

/**
 * Calls `add` once for each of a record's keys, with the key's kind. If a record has the same key with several kinds,
 * passes the kind from the first function that adds the key.
 */
function eachKey(record: PlaceRecord, add: (text: string, kind: KeyKind) => void): void {
  const seen = new Set<string>();
  const put: PutKey = (words, kind) => {
    const text = words.join(' ');
    if (text === '' || seen.has(text)) return;
    seen.add(text);
    add(text, kind);
  };
  const main = [record.name, record.asciiname].map((name) => fold(name));
  putMainNames(record, main, put);
  putAlternateNames(record, put);
  putCodes(record, put);
  putRegionParts(record, put);
  for (const words of main) putInnerNames(words, put);
}

function putMainNames({ name }: PlaceRecord, main: readonly string[][], put: PutKey): void {
  for (const words of main) put(words, keyKinds.main);
  for (const words of main) putShort(words, (variant) => put(variant, keyKinds.main));
  if (umlauts.test(name)) put(fold(name.replace(umlauts, spellOut)), keyKinds.alternate);
}

function putAlternateNames(record: PlaceRecord, put: PutKey): void {
  const isCity = isSettlement(record);
  for (const name of record.alternatenames) {
    if (isCity && airportCode.test(name)) continue;
    const words = fold(name);
    if (isCity && isTranscription(words, record)) continue;
    put(words, keyKinds.alternate);
    putShort(words, (variant) => put(variant, keyKinds.alternate));
  }
}

function putCodes(record: PlaceRecord, put: PutKey): void {
  if (isSettlement(record)) {
    const airports = record.alternatenames.filter((name) => airportCode.test(name));
    for (const name of airports) put(fold(name), keyKinds.code);
  }
  for (const code of record.codes) put(fold(code), keyKinds.code);
}

function putRegionParts({ kind, name, alternatenames }: PlaceRecord, put: PutKey): void {
  if (kind !== 'region') return;
  for (const regionName of [name, ...alternatenames]) {
    for (const part of hyphenatedParts(regionName)) put(part, keyKinds.part);
  }
}

/**
 * Adds two kinds of keys: the name without spaces, and the name without its first word, without its first two words,
 * and so on.
 */
function putInnerNames(words: readonly string[], put: PutKey): void {
  if (words.length < 2) return;
  put([words.join('')], keyKinds.joined);
  for (let from = 1; from < words.length; from += 1) {
    const end = words.slice(from);
    if (end.join(' ').length >= shortestInner) put(end, keyKinds.inner);
  }
}

function isSettlement({ kind }: PlaceRecord): boolean {
  return kind === 'capital' || kind === 'settlement';
}

/**
 * True if a short alternate name is probably a transcription from another language: the first letters of the alternate
 * name and of the place's ASCII name differ, and the place is not widely known. For example, "Kanto" is a transcription
 * of Cần Thơ, and "Ber" is a transcription of Véroia. The index omits such names.
 */
function isTranscription(words: readonly string[], record: PlaceRecord): boolean {
  const text = words.join('');
  if (text.length > longestTranscription || !/^[a-z]+$/.test(text)) return false;
  const begins = text.charAt(0) === fold(record.asciiname).join('').charAt(0);
  return !begins && record.kind !== 'capital' && record.people < knownAbroad;
}

/**
 * Yields each run of consecutive parts of a hyphenated name, as a list of words. Does not yield the complete name. A sequence does not begin
 * or end with a particle such as `de`, and does not begin after a particle.
 */
function* hyphenatedParts(name: string): Generator<string[]> {
  const parts = name.split(/[-–]/).map(fold);
  for (let from = 0; from < parts.length; from += 1) {
    if (isParticle(parts[from]) || isParticle(parts[from - 1])) continue;
    for (let to = from + 1; to <= parts.length; to += 1) {
      const words = parts.slice(from, to).flat();
      if (isParticle(parts[to - 1]) || to - from === parts.length) continue;
      if (words.join('').length >= shortestPart) yield words;
    }
  }
}

function isParticle(words: readonly string[] | undefined): boolean {
  return words?.length === 1 && particles.has(words[0] ?? '');
}

function putShort(words: readonly string[], put: (variant: string[]) => void): void {
  if (!words.some((word) => word in short)) return;
  put(words.map((word) => short[word] ?? word));
}

function spellOut(letter: string): string {
  return `${letter.normalize('NFKD').charAt(0)}e`;
}
