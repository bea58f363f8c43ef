// Detects how waypost is installed: as files that Node runs, or as one executable that contains the code, the runtime
// (Bun) and the data. Also finds the data files.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** True if a path is in the virtual file system that contains the code of a Bun executable. */
export function isInExecutable(path: string): boolean {
  return /^(\/\$bunfs\/|[A-Z]:[\\/]~BUN[\\/])/i.test(path);
}

/** True if this process runs the standalone executable. */
export const isStandalone = isInExecutable(process.argv[1] ?? '');

/**
 * Returns the directory that contains `package.json` and `data/`: the nearest parent of `from` with a package.json.
 * `from` is in `dist/`, or in `src/` when tests are running. Throws if no parent contains a package.json, because the
 * installation is then incomplete.
 */
function rootAbove(from: string): string {
  let directory = from;
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) {
      throw new Error(
        `No parent directory of ${from} contains a package.json, so waypost cannot find its data directory.`,
      );
    }
    directory = parent;
  }
  return directory;
}

/**
 * Returns the path of a file or directory in `data/`. The standalone executable contains these files next to its code.
 * In the standalone executable, `readFile` and `stat` can read the files, but streams cannot. Throws if the
 * installation is incomplete.
 */
export function dataPath(name: string, from: string = __dirname): string {
  return isStandalone
    ? join(dirname(process.argv[1] ?? ''), name)
    : join(rootAbove(from), 'data', name);
}

/**
 * Returns the arguments to put between `process.execPath` and the command's arguments when waypost starts itself again.
 */
export function ownEntry(): string[] {
  return isStandalone ? [] : [...process.execArgv, process.argv[1] ?? ''];
}
