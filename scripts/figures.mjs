// `npm run figures [-- <directory>…]`: how large src is, room by room, and how it hangs together.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const sandboxParts = ['src/sandbox/', 'src/cli/commands/sandbox/'];

const rooms = {
  ...Object.fromEntries(
    ['lib', 'api', 'client', 'export', 'batch', 'cli', 'sandbox'].map((name) => [
      name,
      (path) => path.startsWith(`src/${name}/`),
    ]),
  ),
  'sandbox and its commands': (path) => sandboxParts.some((part) => path.startsWith(part)),
  'all but those': (path) => !sandboxParts.some((part) => path.startsWith(part)),
  'all of src': () => true,
};

const files = new Map(pathsIn('src').map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const imports = new Map([...files].map(([path, text]) => [path, importsOf(path, text)]));
const importers = new Map([...files.keys()].map((path) => [path, 0]));
for (const targets of imports.values())
  for (const target of new Set(targets)) importers.set(target, importers.get(target) + 1);

const rows = Object.entries(rooms).map(([name, isIn]) => {
  const own = [...files].filter(([path]) => isIn(path));
  const sizes = own.map(([, text]) => linesOf(text).length).sort((a, b) => a - b);
  const [longest] = own.toSorted(([, a], [, b]) => linesOf(b).length - linesOf(a).length);
  return {
    room: name,
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

const columns = Object.keys(rows[0]);
const line = (values) => `| ${values.join(' | ')} |\n`;
process.stdout.write(line(columns) + line(columns.map(() => '---')));
for (const row of rows) process.stdout.write(line(columns.map((column) => row[column])));
for (const path of ['test', 'scripts']) {
  const texts = pathsIn(path).map((file) => readFileSync(join(root, file), 'utf8'));
  process.stdout.write(
    `\n${path}: ${texts.length} files, ${sum(texts.map((text) => linesOf(text).length))} lines`,
  );
}
process.stdout.write(`\ncircles of imports: ${circles()}\n`);

function pathsIn(directory) {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.([cm]?[jt]s|sh)$/.test(name))
    .map((name) => `${directory}/${name.split(sep).join('/')}`);
}

function linesOf(text) {
  return text.replace(/\n$/, '').split('\n');
}

/** Lines that hold more than a comment. */
function codeLines(text) {
  const bare = text.replace(/\/\*\*?[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  return linesOf(bare).filter((row) => row.trim() !== '').length;
}

/** The files that a file imports, also lazily. */
function importsOf(path, text) {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, target]) => join(dirname(path), target).split(sep).join('/'))
    .map((target) =>
      [`${target}.ts`, `${target}.d.ts`, `${target}/index.ts`].find((one) => files.has(one)),
    )
    .filter((target) => target !== undefined);
}

/** Names that several files declare at their top. */
function namesTwice(own) {
  const seen = new Map();
  const declared = /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
  for (const [, text] of own)
    for (const name of new Set([...text.matchAll(declared)].map(([, found]) => found)))
      seen.set(name, (seen.get(name) ?? 0) + 1);
  return [...seen.values()].filter((count) => count > 1).length;
}

/** How many imports, those of lazily loaded modules apart, lead back to where they began. */
function circles() {
  let found = 0;
  const done = new Set();
  const follow = (path, way) => {
    if (way.has(path)) found += 1;
    if (way.has(path) || done.has(path)) return;
    const text = files.get(path).replace(/import\s*\(\s*'[^']+'\s*\)/g, '');
    for (const target of importsOf(path, text)) follow(target, new Set([...way, path]));
    done.add(path);
  };
  for (const path of files.keys()) follow(path, new Set());
  return found;
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
