// Where the package keeps its data: beside package.json, whether this code runs from src/ under the
// tests or from a flat bundle in dist/.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Path of a file below `data/`: the nearest folder above `from` that holds a package.json has it. */
export function dataFile(name: string, from: string = __dirname): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error(`No package.json above ${from}, so no data/${name}`);
    folder = above;
  }
  return join(folder, 'data', name);
}
