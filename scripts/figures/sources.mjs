// Reads the source files for the figures: their text, their syntax tree, and their imports.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'rolldown/parseAst';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Returns the paths of code files in a directory, relative to the root of the repository. Omits generated files. */
export function pathsIn(directory) {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:[cm]?[jt]sx?|sh)$/.test(name) && !name.endsWith('compiled.ts'))
    .map((name) => `${directory}/${name.split(sep).join('/')}`)
    .sort();
}

export function textOf(path) {
  return readFileSync(join(root, path), 'utf8');
}

/** Returns the files in these directories that rolldown can parse, each with its text and its syntax tree. */
export function parsedFiles(...directories) {
  return directories
    .flatMap(pathsIn)
    .filter((path) => !path.endsWith('.sh'))
    .map((path) => {
      const text = textOf(path);
      return { path, text, tree: parseAst(text, { lang: languageOf(path) }, path) };
    });
}

function languageOf(path) {
  if (/\.d\.[cm]?ts$/.test(path)) return 'dts';
  if (path.endsWith('.tsx')) return 'tsx';
  return /\.[cm]?ts$/.test(path) ? 'ts' : 'js';
}

/** Calls `visit` with every node of a syntax tree. */
export function walk(node, visit) {
  if (Array.isArray(node)) {
    for (const each of node) walk(each, visit);
    return;
  }
  if (typeof node?.type !== 'string') return;
  visit(node);
  for (const value of Object.values(node)) {
    if (value !== null && typeof value === 'object') walk(value, visit);
  }
}

/** Returns the node inside the parentheses, or the node itself if it has no parentheses. */
export function bare(node) {
  return node.type === 'ParenthesizedExpression' ? bare(node.expression) : node;
}

/** Returns the line number of a position in a text. Line numbers start with 1. */
export function lineAt(text, offset) {
  return text.slice(0, offset).split('\n').length;
}

const staticImports = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'];

/** Returns the module that a node imports statically, with `import()`, or only for a type. */
function importedBy(node) {
  if (staticImports.includes(node.type)) return node.source?.value;
  if (node.type === 'ImportExpression' || node.type === 'TSImportType') return node.source?.value;
  return undefined;
}

/** Returns the files that each file imports, including imports with `import()` and imports of types. */
export function importsOf(files) {
  const paths = new Set(files.map(({ path }) => path));
  return new Map(
    files.map(({ path, tree }) => {
      const targets = new Set();
      walk(tree, (node) => {
        const name = importedBy(node);
        if (typeof name !== 'string' || !name.startsWith('.')) return;
        const target = posix.join(dirname(path), name);
        const endings = ['.ts', '.tsx', '.d.ts', '/index.ts', ''];
        const found = endings.map((ending) => target + ending).find((each) => paths.has(each));
        if (found !== undefined) targets.add(found);
      });
      return [path, targets];
    }),
  );
}
