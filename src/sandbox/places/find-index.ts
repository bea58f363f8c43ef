// Which index file serves: the one built with the package, else one in the cache, else a new one, unpacked
// where the package holds it packed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dataPath, isStandalone } from '../../lib/installation';
import { bundledFiles } from './bundled-files';
import { cacheFolder, fingerprint, IndexCache } from './index-cache';

/** Where places come from. */
export interface PlacesSource {
  /** Folder of GeoNames dump files that are read on top of the bundled data. */
  dump?: string;
  /** Told what is missing or unreadable in the dump, one line each. */
  warn?: (line: string) => void;
  /** Folder of the bundled data, where it is not beside package.json. */
  folder?: string;
  /** Where indexes are kept; default: the user's cache folder. */
  cache?: string;
  /** Gives up an index that is being made. */
  signal?: AbortSignal;
}

/** The index of the bundled data as `npm run build` makes it; the npm package leaves it out for its size. */
function builtIndex(folder: string): string {
  return join(folder, '..', '..', 'dist', 'places.index');
}

/**
 * Path of an index of the source that is whole.
 * @throws Error when the data cannot be read, or no folder can be written that is the user's own.
 */
export async function findIndex(source: PlacesSource): Promise<string> {
  const { dump, warn = () => {}, folder = dataPath('places') } = source;
  const built = builtIndex(folder);
  if (dump === undefined && existsSync(built)) return built;
  const cache = new IndexCache(source.cache ?? cacheFolder());
  const slot = dump === undefined ? 'bundled' : 'dump';
  const print = await fingerprint([
    ...bundledFiles.map((file) => join(folder, file)),
    // What stands inside the executable has no time of its own.
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
  // What makes an index is loaded only by whoever has none yet.
  const { buildIndex } = await import('./build-process');
  return cache.add(slot, print, (path) => buildIndex({ path, folder, dump }, warn, source.signal));
}

async function dumpFilesOf(folder: string): Promise<string[]> {
  const { allDumpFilesIn } = await import('./dump-files');
  return allDumpFilesIn(folder);
}
