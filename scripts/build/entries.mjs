// Writes the library entries. Each entry has a CommonJS file in the bundle, and an ES module that re-exports the
// CommonJS file. Therefore, a program that loads both files uses the same instance of the library. Both files have type
// declarations.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDeclarations } from './declarations.mjs';

/** The names of the entries' files in dist, and their sources in src. */
export const libraryEntries = { index: 'client/index', sandbox: 'sandbox/index' };

/** Writes the ES modules and the types of the library entries of a bundle. */
export async function writeLibraryEntries(output, dist) {
  for (const [name, source] of Object.entries(libraryEntries)) {
    const { exports } = output.find((chunk) => chunk.isEntry && chunk.name === name);
    const names = exports.toSorted().join(', ');
    await Promise.all([
      writeFile(
        join(dist, `${name}.mjs`),
        `import library from './${name}.js';\nexport const { ${names} } = library;\n`,
      ),
      writeFile(join(dist, `${name}.d.ts`), `export * from './types/${source}';\n`),
      writeFile(join(dist, `${name}.d.mts`), `export * from './types/${source}.js';\n`),
    ]);
  }
  await writeDeclarations(Object.values(libraryEntries), join(dist, 'types'));
}
