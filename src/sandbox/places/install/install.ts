// Downloads GeoNames dump files into a directory: each once, again only if the server has a newer version;
// interrupted downloads are resumed.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { download } from './download';
import { unzip } from './unzip';

/** Where GeoNames publishes its dump files. */
export const publishedAt = 'https://download.geonames.org/export/dump/';

/** Tables of settlements of GeoNames; in addition, one for each country by its alpha-2 code. */
export const isDataset = (name: string): boolean =>
  /^(cities(500|1000|5000|15000)|allCountries|[A-Z]{2})$/.test(name);

/** The files to install. */
export interface InstallJob {
  /** URL of the directory of dump files. */
  from: URL;
  /** Directory for the files; created if it is missing. */
  folder: string;
  dataset: string;
  alternateNames: boolean;
  signal?: AbortSignal;
  /** Called with the current file, its downloaded bytes, and its size if it is known. */
  progress?: (file: string, done: number, total: number | undefined) => void;
}

/** A file of the directory. */
export interface InstalledFile {
  name: string;
  bytes: number;
  /** False if the existing file is the newest. */
  downloaded: boolean;
}

/** The versions of the files in a directory, by name. */
type Versions = Record<string, string>;

const versionsFile = 'versions.json';

/**
 * Downloads and unpacks the files of a job.
 * @throws WaypostError `network_error` or `invalid_input`; downloaded parts are kept.
 */
export async function install(job: InstallJob): Promise<InstalledFile[]> {
  mkdirSync(job.folder, { recursive: true });
  const names = ['countryInfo.txt', 'admin1CodesASCII.txt', 'admin2Codes.txt'];
  const archives = [job.dataset, ...(job.alternateNames ? ['alternateNamesV2'] : [])];
  const files: InstalledFile[] = [];
  for (const name of names) files.push(await bring(job, name, name));
  for (const name of archives) files.push(await bring(job, `${name}.zip`, `${name}.txt`));
  return files;
}

async function bring(job: InstallJob, remote: string, name: string): Promise<InstalledFile> {
  const { folder, signal, progress } = job;
  const target = join(folder, name);
  const versions = readVersions(folder);
  const path = join(folder, remote);
  // An existing archive was not unpacked: the earlier run was interrupted.
  const isWaiting = remote !== name && existsSync(path);
  const version = isWaiting
    ? ''
    : await download(new URL(remote, job.from), path, {
        known: existsSync(target) ? versions[name] : undefined,
        signal,
        progress: (done, total) => progress?.(remote, done, total),
      });
  if (version !== undefined && remote !== name) {
    try {
      await unzip(path, name, target);
    } finally {
      rmSync(path, { force: true });
    }
  }
  if (version !== undefined) {
    writeFileSync(join(folder, versionsFile), JSON.stringify({ ...versions, [name]: version }));
  }
  return { name, bytes: statSync(target).size, downloaded: version !== undefined };
}

function readVersions(folder: string): Versions {
  try {
    const versions: unknown = JSON.parse(readFileSync(join(folder, versionsFile), 'utf8'));
    return Object.fromEntries(
      Object.entries(Object(versions)).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return {};
  }
}
