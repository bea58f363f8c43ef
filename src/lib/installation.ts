// What this installation is made of: files that Node runs, or one executable that holds the code, the runtime
// (Bun) and the data.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Whether a path lies in the file system from which Bun runs the code of an executable. */
export function isInExecutable(path: string): boolean {
  return /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i.test(path);
}

/** Whether this is the standalone executable. */
export const isStandalone = isInExecutable(process.argv[1] ?? '');

/**
 * The directory that holds `package.json` and `data/`: the nearest one above `from` that has a package.json,
 * whether this code runs from `src/` under the tests or from `dist/`.
 * @throws Error when there is none: the installation is not complete.
 */
function rootAbove(from: string): string {
  let directory = from;
  while (!existsSync(join(directory, 'package.json'))) {
    const above = dirname(directory);
    if (above === directory)
      throw new Error(`No package.json above ${from}, so no data directory.`);
    directory = above;
  }
  return directory;
}

/**
 * Path of a file or directory below `data/`. The executable has what was embedded beside its code; `readFile` and
 * `stat` work on it there, and streams do not.
 * @throws Error when the installation is not complete.
 */
export function dataPath(name: string, from: string = __dirname): string {
  return isStandalone
    ? join(dirname(process.argv[1] ?? ''), name)
    : join(rootAbove(from), 'data', name);
}

/** The words between `process.execPath` and the arguments when this command starts itself again. */
export function ownEntry(): string[] {
  return isStandalone ? [] : [...process.execArgv, process.argv[1] ?? ''];
}
