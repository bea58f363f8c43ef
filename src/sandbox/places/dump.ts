// Adds a directory of official GeoNames dump files to the bundled data. Any of the files may be missing;
// missing files and unreadable lines are reported.
import { dumpFiles, dumpFilesIn } from './dump-files';
import type { LineReader } from './dump-lines';
import { isRegular, linesOf } from './file-lines';
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';

/** Further bad lines of a file are only counted. */
const badLinesNamed = 20;

/**
 * Adds what the files of the directory say; it wins over the bundled data. A list of first-level areas
 * replaces the bundled one, and a main table the settlements of the countries it has.
 * @param warn called with each file that is missing or cannot be read and each bad line (`file:line: reason`)
 * @throws Error when the directory cannot be read or holds none of the files
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

/** Reads a file line by line, as far as possible; returns its places. */
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
    if (bad <= badLinesNamed) warn(`${path}:${number}: ${record}; the line is omitted.`);
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
