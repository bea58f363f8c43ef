// Where the places data lies: `data/places` beside package.json, which is one folder above the bundle
// and some folders above the sources.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The folder of the bundled places data.
 * @throws Error when no package.json stands above this file: the installation is not whole.
 */
export function bundledFolder(start: string = __dirname): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return join(folder, 'data', 'places');
    if (dirname(folder) === folder) {
      throw new Error(`No package.json above ${start}: the places data cannot be found.`);
    }
  }
}
