// Chooses the index file: the one built with the package, else one in the cache, else a new one, which is
// unpacked if the package has it packed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataPath, isStandalone } from '../../lib/installation';
import { bundledFiles } from './bundled-files';
import { cacheFolder, fingerprint, IndexCache } from './index-cache';

/** The sources of places. */
export interface PlacesSource {
  /** Directory of GeoNames dump files that are added to the bundled data. */
  dump?: string;
  /** Called with one line for each missing or unreadable part of the dump. */
  warn?: (line: string) => void;
  /** Directory of the bundled data, if it is not beside package.json. */
  folder?: string;
  /** Directory for indexes; default: the user's cache directory. */
  cache?: string;
  /** Aborts the build of an index. */
  signal?: AbortSignal;
}

/** The index of the bundled data as `npm run build` makes it; the npm package omits it for its size. */
function builtIndex(folder: string): string {
  return join(folder, '..', '..', 'dist', 'places.index');
}

/**
 * Path of a complete index of the source.
 * @throws Error when the data cannot be read, or no directory can be written that is the user's own.
 */
export async function findIndex(source: PlacesSource): Promise<string> {
  const { dump, warn = () => {}, folder = dataPath('places') } = source;
  const built = builtIndex(folder);
  if (dump === undefined && existsSync(built)) return built;
  const cache = new IndexCache(source.cache ?? cacheFolder());
  const slot = dump === undefined ? 'bundled' : 'dump';
  const print = await fingerprint([
    ...bundledFiles.map((file) => join(folder, file)),
    // Files inside the executable have no modification time.
    ...(isStandalone ? [process.execPath] : []),
    ...(dump === undefined ? [] : await dumpFilesOf(dump)),
  ]);
  const known = cache.find(slot, print);
  if (known !== undefined) return known;
  const packed = `${built}.br`;
  if (dump === undefined && existsSync(packed)) {
    const { unpackIndex } = await import('./unpack-index');
    return cache.add(slot, print, (path) => unpackIndex(packed, path, source.signal));
  }
  // The code that builds an index is loaded only if there is none yet.
  const { buildIndex } = await import('./build-process');
  return cache.add(slot, print, (path) => buildIndex({ path, folder, dump }, warn, source.signal));
}

async function dumpFilesOf(folder: string): Promise<string[]> {
  const { allDumpFilesIn } = await import('./dump-files');
  return allDumpFilesIn(folder);
}
