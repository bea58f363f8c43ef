// Reads a folder of official GeoNames dump files on top of the bundled data. Any of the files may be
// missing; what is, and every line that cannot be read, is told.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { dumpFiles, dumpFilesIn } from './dump-files';
import type { LineReader } from './dump-lines';
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';

/** Further bad lines of a file are only counted. */
const badLinesNamed = 20;

/**
 * Adds what the files of the folder say; it wins over the bundled data. A list of first-level areas
 * replaces the bundled one, and a main table the settlements of the countries it has.
 * @param warn told of each missing file and each bad line (`file:line: reason`)
 * @throws Error when the folder cannot be read or holds none of the files
 */
export async function loadDump(
  gazetteer: Gazetteer,
  folder: string,
  warn: (line: string) => void,
): Promise<void> {
  const bundled = new Set(gazetteer.records);
  let files = 0;
  for (const file of dumpFiles) {
    const found = await dumpFilesIn(folder, file);
    if (found.length === 0) warn(`${file.expected} is not in ${folder}: ${file.missing}.`);
    files += found.length;
    for (const path of found) {
      const touched = await readLines(gazetteer, path, file.read, warn);
      if (!file.replaces || touched.size === 0) continue;
      const countries = new Set([...touched].map(({ country }) => country));
      const isReplaced = file.replaces;
      gazetteer.remove(
        (record) => bundled.has(record) && !touched.has(record) && isReplaced(record, countries),
      );
    }
  }
  if (files === 0) {
    throw new Error(
      `${folder} holds no GeoNames dump file. Expected are ${dumpFiles.map(({ expected }) => expected).join(', ')}; they are at https://download.geonames.org/export/dump/.`,
    );
  }
}

/** Reads a file line by line; answers the places it is about. */
async function readLines(
  gazetteer: Gazetteer,
  path: string,
  read: LineReader,
  warn: (line: string) => void,
): Promise<Set<PlaceRecord>> {
  const touched = new Set<PlaceRecord>();
  let [number, bad] = [0, 0];
  const input = createReadStream(path, 'utf8');
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line === '' || line.startsWith('#')) continue;
    const record = read(gazetteer, line);
    if (typeof record !== 'string') {
      if (record) touched.add(record);
      continue;
    }
    bad += 1;
    if (bad <= badLinesNamed) warn(`${path}:${number}: ${record}; the line is left out.`);
  }
  if (bad > badLinesNamed) warn(`${path}: ${bad} bad lines in all.`);
  return touched;
}
