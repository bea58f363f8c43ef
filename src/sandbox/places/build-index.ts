// Builds the index file of the bundled places and of a dump.
import { readBundled } from './bundled';
import { completeAreas } from './complete-areas';
import { loadDump } from './dump';
import { writeIndex } from './write-index';

/** Input and output of a build. */
export interface IndexJob {
  /** The new file. */
  path: string;
  /** Directory of the bundled data. */
  folder: string;
  /** Directory of GeoNames dump files. */
  dump?: string | undefined;
}

/**
 * Makes an index file.
 * @param warn called with each missing file and each bad line of the dump
 * @throws Error when the data cannot be read or the file cannot be written.
 */
export async function makeIndex(job: IndexJob, warn: (line: string) => void): Promise<void> {
  const gazetteer = await readBundled(job.folder);
  if (job.dump !== undefined) {
    await loadDump(gazetteer, job.dump, warn);
    completeAreas(gazetteer);
  }
  writeIndex(job.path, gazetteer);
}
