// Brings GeoNames dump files into a folder: each is downloaded once, again only when the server has a
// newer one, and goes on where it was cut off.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { download } from './download';
import { unzip } from './unzip';

/** Where GeoNames publishes its dump files. */
export const publishedAt = 'https://download.geonames.org/export/dump/';

/** Tables of settlements GeoNames publishes; beside them, one of each country by its alpha-2 code. */
export const isDataset = (name: string): boolean =>
  /^(cities(500|1000|5000|15000)|allCountries|[A-Z]{2})$/.test(name);

/** What is installed. */
export interface InstallJob {
  /** Address of the folder of dump files. */
  from: URL;
  /** Folder the files are put into; made where it is missing. */
  folder: string;
  dataset: string;
  alternateNames: boolean;
  signal?: AbortSignal;
  /** Told which file is under way, its bytes that are there, and all of them where that is known. */
  progress?: (file: string, done: number, total: number | undefined) => void;
}

/** A file of the folder. */
export interface InstalledFile {
  name: string;
  bytes: number;
  /** False when the one that was there is the newest. */
  downloaded: boolean;
}

/** Which versions the files of a folder are, by name. */
type Versions = Record<string, string>;

const versionsFile = 'versions.json';

/**
 * Downloads and unpacks the files of a job.
 * @throws WaypostError `network_error` or `invalid_input`; what was downloaded so far stays.
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
  // An archive that is there was not unpacked: the run before ended meanwhile.
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
