// Measures code that is hard to read. Each measure returns the positions that it found.
import { findCycles } from './cycles.mjs';
import { bare, importsOf, lineAt, parsedFiles, walk } from './sources.mjs';

const mostColumns = 120;
const mostLinesOfFunction = 60;
const mostLinesOfDirectory = 1_200;

/** Returns the positions of the nodes for which `isFound` returns true. */
function nodesWhere(files, isFound) {
  return files.flatMap(({ path, text, tree }) => {
    const places = [];
    walk(tree, (node) => {
      if (isFound(node)) places.push(`${path}:${lineAt(text, node.start)}`);
    });
    return places;
  });
}

function isPackedLiteral(node) {
  const literals = ['ObjectExpression', 'ArrayExpression'];
  return node.type === 'SpreadElement' && literals.includes(bare(node.argument).type);
}

function isNestedConditional(node) {
  if (node.type !== 'ConditionalExpression') return false;
  return [node.consequent, node.alternate].some(
    (part) => bare(part).type === 'ConditionalExpression',
  );
}

/** Matches strings that contain SQL or HTML. These strings count as code and not as messages. */
const embeddedCode =
  /<\/[a-z]|<[a-z]+[^>]* [a-z-]+=|\b(?:SELECT|INSERT INTO|DELETE FROM|CREATE|WHERE|UPDATE \w+ SET)\b/;

/** Finds lines of code, SQL or HTML that are too long. Messages, URLs and comments can be longer. */
function longLines({ path, text, tree }) {
  const messages = [];
  walk(tree, (node) => {
    const isText = node.type === 'TemplateLiteral' || typeof node.value === 'string';
    const words = text.slice(node.start, node.end);
    if (isText && !embeddedCode.test(words)) messages.push(node);
  });
  let start = 0;
  return text.split('\n').flatMap((line, index) => {
    const end = start + line.length;
    const outside = messages
      .filter((message) => message.start < end && message.end > start)
      .reduce((rest, message) => {
        return rest - (Math.min(message.end, end) - Math.max(message.start, start));
      }, line.length);
    start = end + 1;
    if (line.length <= mostColumns || /^\s*(?:\/\/|\/?\*)/.test(line)) return [];
    return outside < line.length && outside <= mostColumns ? [] : [`${path}:${index + 1}`];
  });
}

function longFunctions({ path, text, tree }) {
  const places = [];
  walk(tree, (node) => {
    if (!/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type))
      return;
    const lines = text.slice(node.start, node.end).split('\n').length;
    if (lines <= mostLinesOfFunction) return;
    places.push(`${path}:${lineAt(text, node.start)} (${lines} lines)`);
  });
  return places;
}

/** The directories in src/cli, in order. Each directory can import from the directories before it. */
const directoriesOfCli = [
  'installation',
  'hints',
  'output',
  'line',
  'prompts',
  'run',
  'child',
  'batch',
  'commands',
  'main.ts',
  'help-main.ts',
];

/**
 * Finds modules in src/cli that import from a later directory. Ignores the list of commands, because it loads all
 * commands.
 */
function importsUp(imports) {
  const levelOf = (path) => directoriesOfCli.indexOf(/^src\/cli\/([^/]+)/.exec(path)?.[1]);
  return [...imports].flatMap(([path, targets]) => {
    if (levelOf(path) === -1 || path === 'src/cli/line/commands.ts') return [];
    return [...targets]
      .filter((target) => levelOf(target) > levelOf(path))
      .map((target) => `${path} → ${target}`);
  });
}

function importersOf(imports, module) {
  return [...imports].filter(([, targets]) => targets.has(module)).map(([path]) => path);
}

/** Returns the names that a file declares and exports. */
function exportedNames(tree) {
  return tree.body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .flatMap(({ declaration, specifiers }) => [
      ...specifiers.map(({ exported }) => exported.name),
      ...(declaration?.declarations ?? []).map(({ id }) => id.name),
      declaration?.id?.name,
    ])
    .filter((name) => name !== undefined);
}

/** Finds exports that only tests use. Ignores exports of the libraries, because other programs use them. */
function exportsForTests(files) {
  const imports = importsOf(files);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return files
    .filter(({ path }) => path.startsWith('src/') && !path.endsWith('/index.ts'))
    .flatMap(({ path, tree }) => {
      const users = importersOf(imports, path);
      return exportedNames(tree)
        .filter((name) => {
          const word = new RegExp(`\\b${name.replaceAll('$', '\\$')}\\b`);
          const using = users.filter((user) => word.test(texts.get(user)));
          return using.length > 0 && using.every((user) => user.startsWith('test/'));
        })
        .map((name) => `${path}: ${name}`);
    });
}

/** Returns the directory to which a file belongs: a directory in src, or the directory of a command group. */
function directoryOf(path) {
  const [, directory] =
    /^src\/(cli\/commands\/[^/]+|[^/]+\/[^/]+)\//.exec(path) ?? /^src\/([^/]+)\//.exec(path) ?? [];
  return directory ?? 'src';
}

function largeDirectories(files) {
  const linesByDirectory = new Map();
  for (const { path, text } of files) {
    const lines = text.split('\n').length - 1;
    linesByDirectory.set(directoryOf(path), (linesByDirectory.get(directoryOf(path)) ?? 0) + lines);
  }
  return [...linesByDirectory]
    .filter(([, lines]) => lines > mostLinesOfDirectory)
    .sort(([, a], [, b]) => b - a)
    .map(([directory, lines]) => `${directory} (${lines} lines)`);
}

/** Returns each measure with the positions that it found. */
export function measures() {
  const source = parsedFiles('src');
  const tests = parsedFiles('test');
  const others = parsedFiles('scripts', 'bench', 'bin');
  const imports = importsOf(source);
  const written = [...source, ...tests];
  return {
    'packed literals in src and test': nodesWhere(written, isPackedLiteral),
    'nested conditional expressions in src and test': nodesWhere(written, isNestedConditional),
    [`lines over ${mostColumns} columns of code, SQL or HTML`]: source.flatMap(longLines),
    [`functions over ${mostLinesOfFunction} lines`]: source.flatMap(longFunctions),
    'import cycles, including lazy imports and types': findCycles(imports).map((cycle) =>
      cycle.join(' '),
    ),
    'imports from a later directory inside cli': importsUp(imports),
    'modules that import run/dependencies': importersOf(imports, 'src/cli/run/dependencies.ts'),
    'exports that only tests use': exportsForTests([...written, ...others]),
    [`directories larger than ${mostLinesOfDirectory.toLocaleString('en')} lines`]:
      largeDirectories(source),
  };
}
