// Writes dist/start.js, which combines all files that a command loads to send a request. The command then opens and
// compiles one file instead of twenty, and bin/compiled-code.js caches its compiled code.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The sources whose files dist/start.js contains. dist/start.js also contains all files that these files import
 * statically.
 */
const sources = [
  'src/cli/main.ts',
  'src/cli/run/run.ts',
  'src/client/credentials/resolve.ts',
  'src/client/http/service.ts',
  'src/client/http/connection.ts',
];

/** Escapes non-ASCII characters, which occur only in strings. Node reads code fastest if each character is one byte. */
function ascii(code) {
  return code.replace(/[^\p{ASCII}]/gu, (character) => {
    const units = Array.from({ length: character.length }, (_, index) =>
      character.charCodeAt(index).toString(16).padStart(4, '0'),
    );
    return units.map((unit) => `\\u${unit}`).join('');
  });
}

/** Returns the names of the files that contain these sources, and of all files that they import statically. */
function filesOf(root, chunks) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set();
  for (const source of sources) {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(join(root, source)));
    if (chunk === undefined) throw new Error(`No file of the build contains ${source}.`);
    files.add(chunk.fileName);
  }
  for (const name of files) {
    for (const imported of byName.get(name).imports) {
      if (byName.has(imported)) files.add(imported);
    }
  }
  return [...files];
}

/**
 * Writes dist/start.js for the files of a bundle. dist/start.js is a single expression: an object with a function for
 * each file. The key is the name with which code requires the file (`./main.js`). The function has the parameters of a
 * CommonJS module.
 */
export async function writeStartFile(root, dist, output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const codeOf = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  const members = filesOf(root, chunks).map((name) => {
    const key = JSON.stringify(`./${name}`);
    return `${key}(exports, require, module, __filename, __dirname) {${ascii(codeOf.get(name))}\n}`;
  });
  await writeFile(join(dist, 'start.js'), `({\n${members.join(',\n')}\n})`);
}
