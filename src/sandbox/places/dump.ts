// Reads a folder of official GeoNames dump files on top of the bundled data, for second-level areas and
// settlements. Any of the files may be missing; what is, and what cannot be read of the others, is told.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type LineReader,
  readAlternateNameLine,
  readAreaLine,
  readCountryLine,
  readPlaceLine,
} from './dump-lines';
import { isRegular, linesOf } from './file-lines';
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';

/** One kind of dump file: the names it goes by, and what is missing without it. */
interface DumpFile {
  names: RegExp;
  expected: string;
  lacking: string;
  read: LineReader;
  /** Only the first of several is read: the others say the same. */
  single?: boolean;
}

/** In the order they are read: alternate names need the places they belong to. */
export const dumpFiles: readonly DumpFile[] = [
  {
    names: /^countryInfo\.txt$/,
    expected: 'countryInfo.txt',
    lacking: 'countries are those of the bundled data',
    read: readCountryLine,
  },
  {
    names: /^admin1CodesASCII\.txt$/,
    expected: 'admin1CodesASCII.txt',
    lacking: 'first-level areas are those of the bundled data',
    read: readAreaLine,
  },
  {
    names: /^admin2Codes\.txt$/,
    expected: 'admin2Codes.txt',
    lacking: 'there are no second-level areas',
    read: readAreaLine,
  },
  {
    names: /^(cities(500|1000|5000|15000)\.txt|capitals.*\.tsv)$/,
    expected: 'cities500.txt or cities15000.txt',
    lacking: 'there are no settlements but the capitals of the bundled data',
    read: readPlaceLine,
  },
  {
    names: /^alternateNames(V2)?\.txt$/,
    expected: 'alternateNamesV2.txt',
    lacking: 'alternate names are those of the other files',
    read: readAlternateNameLine,
    single: true,
  },
];

/** Further bad lines of a file are only counted. */
const badLinesNamed = 20;

/**
 * Adds what the files of the folder say; it wins over the bundled data.
 * @param warn told of each file that is missing or cannot be read and each bad line (`file:line: reason`)
 * @throws Error when the folder cannot be read or holds none of the files
 */
export async function loadDump(
  gazetteer: Gazetteer,
  folder: string,
  warn: (line: string) => void,
): Promise<void> {
  const present = (await readdir(folder)).sort().reverse();
  const bundledRegions = new Set(gazetteer.records.filter(({ kind }) => kind === 'region'));
  let files = 0;
  for (const { names, expected, lacking, read, single } of dumpFiles) {
    const found = present.filter((name) => names.test(name)).slice(0, single ? 1 : undefined);
    if (found.length === 0) warn(`${expected} is not in ${folder}: ${lacking}.`);
    files += found.length;
    for (const name of found) {
      const touched = await readLines(gazetteer, join(folder, name), read, warn);
      if (name === 'admin1CodesASCII.txt') {
        gazetteer.remove((record) => bundledRegions.has(record) && !touched.has(record));
      }
    }
  }
  if (files === 0) {
    throw new Error(
      `${folder} holds no GeoNames dump file. Expected are ${dumpFiles.map(({ expected }) => expected).join(', ')}; they are at https://download.geonames.org/export/dump/.`,
    );
  }
  addUpPeople(gazetteer);
}

/** Reads a file line by line, as far as it can be read; answers the places it is about. */
async function readLines(
  gazetteer: Gazetteer,
  path: string,
  read: LineReader,
  warn: (line: string) => void,
): Promise<Set<PlaceRecord>> {
  const touched = new Set<PlaceRecord>();
  let [number, bad] = [0, 0];
  const readLine = (line: string): void => {
    number += 1;
    if (line === '' || line.startsWith('#')) return;
    const record = read(gazetteer, line);
    if (typeof record !== 'string') {
      if (record) touched.add(record);
      return;
    }
    bad += 1;
    if (bad <= badLinesNamed) warn(`${path}:${number}: ${record}; the line is left out.`);
  };
  try {
    if (!(await isRegular(path))) throw new Error('not a file');
    for await (const lines of linesOf(path)) lines.forEach(readLine);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    warn(`${path} cannot be read after line ${number}: ${reason}.`);
  }
  if (bad > badLinesNamed) warn(`${path}: ${bad} bad lines in all.`);
  return touched;
}

/** Areas the bundled data does not know rank by the settlements that were read. */
function addUpPeople(gazetteer: Gazetteer): void {
  const sums = new Map<PlaceRecord, number>();
  for (const record of gazetteer.records) {
    if (record.kind !== 'settlement' && record.kind !== 'capital') continue;
    if (record.featureCode === 'PPLX') continue;
    for (const area of gazetteer.above(record)) {
      sums.set(area, (sums.get(area) ?? 0) + record.people);
    }
  }
  for (const [area, people] of sums) area.people = Math.max(area.people, people);
}
