// Makes the index of the bundled places, and of a dump on top of them.
import { readFile } from 'node:fs/promises';
import { readBundled } from './bundled';
import { completeAreas } from './complete-areas';
import { loadDump } from './dump';
import { Gazetteer } from './gazetteer';
import { PlaceIndex } from './place-index';
import { readIndex } from './read-index';
import { writeIndex } from './write-index';

/** The places of an index: those of data/places, or of a built index with the dump files of a directory. */
export type IndexJob = { folder: string } | { index: string; dump: string };

/** Qualities of the compression: of what is shipped, where a higher one takes a minute and saves little; else. */
const [shipped, quick] = [9, 1];

/**
 * The bytes of the index of a job.
 * @param warn called with each missing file and each bad line of the dump
 * @throws Error when the data cannot be read
 */
export async function makeIndex(job: IndexJob, warn: (line: string) => void): Promise<Buffer> {
  if ('folder' in job) return writeIndex(await readBundled(job.folder), shipped);
  const gazetteer = gazetteerOf(new PlaceIndex(await readIndex(await readFile(job.index))));
  await loadDump(gazetteer, job.dump, warn);
  completeAreas(gazetteer);
  return writeIndex(gazetteer, quick);
}

function gazetteerOf(index: PlaceIndex): Gazetteer {
  const gazetteer = new Gazetteer();
  for (const [two, three] of index.countryCodes) gazetteer.addCountryCode(two, three);
  for (let place = 0; place < index.size; place += 1) gazetteer.add(index.record(place));
  for (const [code, name] of index.areaNames()) gazetteer.nameArea(code, name);
  return gazetteer;
}
