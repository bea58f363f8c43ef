// `npm run figures`: counts code that makes src hard to read, and the lines of each directory. With `-- --places`, also
// lists the positions in the code.
import { parseArgs } from 'node:util';
import { measures } from './figures/measures.mjs';
import { importsOf, parsedFiles, pathsIn, textOf } from './figures/sources.mjs';

const { values } = parseArgs({ options: { places: { type: 'boolean', default: false } } });
const sandboxDirectories = ['src/sandbox/', 'src/cli/commands/sandbox/'];
const directories = {
  ...Object.fromEntries(
    ['lib', 'api', 'client', 'export', 'batch', 'cli', 'sandbox'].map((name) => [
      name,
      (path) => path.startsWith(`src/${name}/`),
    ]),
  ),
  'sandbox and its commands': (path) =>
    sandboxDirectories.some((prefix) => path.startsWith(prefix)),
  'src without the sandbox': (path) =>
    !sandboxDirectories.some((prefix) => path.startsWith(prefix)),
  'all of src': () => true,
};

const counted = Object.entries(measures());
printTable(
  counted.map(([measure, places]) => ({
    measure,
    count: places.length,
  })),
);
if (values.places) {
  for (const [measure, places] of counted) {
    process.stdout.write(`\n${measure}:\n${places.map((place) => `  ${place}\n`).join('')}`);
  }
}
process.stdout.write('\n');

const source = parsedFiles('src');
const files = new Map(source.map(({ path, text }) => [path, text]));
const importers = new Map([...files.keys()].map((path) => [path, 0]));
for (const targets of importsOf(source).values())
  for (const target of targets) importers.set(target, importers.get(target) + 1);

const rows = Object.entries(directories).map(([name, isIn]) => {
  const own = [...files].filter(([path]) => isIn(path));
  const sizes = own.map(([, text]) => linesOf(text).length).sort((a, b) => a - b);
  const [longest] = own.toSorted(([, a], [, b]) => linesOf(b).length - linesOf(a).length);
  return {
    directory: name,
    files: own.length,
    lines: sum(sizes),
    code: sum(own.map(([, text]) => codeLines(text))),
    median: sizes[Math.floor(sizes.length / 2)] ?? 0,
    'under 30': sizes.filter((size) => size < 30).length,
    'under 60': sizes.filter((size) => size < 60).length,
    'one importer': own.filter(([path]) => importers.get(path) === 1).length,
    'names twice': namesTwice(own),
    longest: longest === undefined ? '' : `${longest[0].slice(4)} (${sizes.at(-1)})`,
  };
});

printTable(rows);
for (const directory of ['test', 'scripts']) {
  const texts = pathsIn(directory).map(textOf);
  process.stdout.write(
    `\n${directory}: ${texts.length} files, ${sum(texts.map((text) => linesOf(text).length))} lines`,
  );
}
process.stdout.write('\n');

/** Prints rows as a Markdown table. */
function printTable(rows) {
  const columns = Object.keys(rows[0]);
  const line = (values) => `| ${values.join(' | ')} |\n`;
  process.stdout.write(line(columns) + line(columns.map(() => '---')));
  for (const row of rows) process.stdout.write(line(columns.map((column) => row[column])));
}

function linesOf(text) {
  return text.replace(/\n$/, '').split('\n');
}

/** Counts the lines that contain code. A line with code and a comment counts as code. */
function codeLines(text) {
  const bare = text.replace(/\/\*\*?[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return linesOf(bare).filter((row) => row.trim() !== '').length;
}

/** Returns the names that several files declare at the top level. */
function namesTwice(own) {
  const seen = new Map();
  const declared = /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  for (const [, text] of own)
    for (const name of new Set([...text.matchAll(declared)].map(([, found]) => found)))
      seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen.values()].filter((count) => count > 1).length;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
