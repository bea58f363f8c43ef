// The contributors' documents name existing files, identifiers, packages and scripts. Comments of src name existing files.
// All pages link to existing files and headings.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(__dirname, '..');
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

const topDirectories = [
  '.github',
  'bench',
  'bin',
  'data',
  'docs',
  'examples',
  'packaging',
  'scripts',
  'src',
  'test',
];

/** The paths of all files and directories that documents can name, relative to the root of the repository. */
const known = topDirectories.flatMap((directory) => [
  directory,
  ...readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(directory, name.split(sep).join('/')),
  ),
]);

/** Whether a path exists. `<verb>` in the path matches any name. */
function isThere(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .split(/<[a-z]+>/)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]+');
  return known.some((name) => new RegExp(`^${pattern}$`).test(name));
}

/** Returns the texts in backquotes outside of code blocks. */
function quoted(text: string): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, words = '']) => words);
}

const sourceDirectories = readdirSync(join(root, 'src'));

/**
 * Returns the paths in a document, relative to the root of the repository. A path in the document begins with a
 * directory of the repository or of src. A file without a directory is in the directory of the previous path.
 * Paths of files that the build writes are omitted.
 */
function pathsIn(text: string): string[] {
  let last = '';
  return quoted(text).flatMap((words) => {
    if (!/^[\w.<>-]+(\/[\w.<>-]*)*$/.test(words)) return [];
    const [first = ''] = words.split('/');
    const isFile = /\.(m?ts|tsx|m?js|md|yml)$/.test(words);
    if (words.includes('/')) {
      if (topDirectories.includes(first)) last = words;
      else if (sourceDirectories.includes(first)) last = `src/${words}`;
      else return [];
      return [last];
    }
    if (!isFile || existsSync(join(root, words))) return [];
    return [posix.join(dirname(last), words)];
  });
}

const isMissing = (path: string): boolean => !isThere(path);

test('pathsIn and isMissing find the paths of missing files and directories in a document', () => {
  const text =
    '`lib/errors.ts` `nothing.ts`, `cli/commands/<noun>/<verb>.ts`, `src/none/`, `--json`';
  expect(pathsIn(text).filter(isMissing)).toEqual(['src/lib/nothing.ts', 'src/none/']);
});

/** The code of the repository without its comments, by path. This file is omitted, because it has invented names. */
const codeByPath = new Map(
  known
    .filter((path) => path !== 'test/architecture.test.ts')
    .filter((path) => /^(?:src|test|scripts|bench|bin)\/.*\.(?:[cm]?ts|tsx|[cm]?js)$/.test(path))
    .map((path) => [path, read(path).replace(/\/\*[\s\S]*?\*\/|^ *\/\/.*$|\s\/\/ .*$/gm, '')]),
);
const allCode = [...codeByPath.values()].join('\n');

/** Whether the code contains this name as a complete word. A name that ends in `_` is a prefix. */
function isNamed(name: string, code: string): boolean {
  return new RegExp(`(?<![\\w$])${name}${name.endsWith('_') ? '' : '(?![\\w$])'}`).test(code);
}

/** Returns the identifier in quoted words: `invalidInput` in `invalidInput(message, hint)`. */
function identifierOf(words: string): string | undefined {
  return /^(?:new )?([a-zA-Z_$][\w$]*)(?:[(<=].*)?$/.exec(words)?.[1];
}

/** Returns the identifiers in a document that do not exist in the code. */
function unknownIdentifiers(text: string): string[] {
  return quoted(text)
    .flatMap((words) => identifierOf(words) ?? [])
    .filter((name) => !isNamed(name, allCode));
}

/** Returns the identifiers that a document places in a file (`name` of `path`) that does not contain them. */
function misplacedIdentifiers(text: string): string[] {
  const places = text.matchAll(
    /((?:`[^`]+`(?:, |,? and |,? or )?)+)\s+(?:of|in)\s+`([^`]+\.tsx?)`/g,
  );
  return [...places].flatMap(([, names = '', path = '']) => {
    const [full = ''] = pathsIn(`\`${path}\``);
    const pattern = new RegExp(`^${full.replace(/<[a-z]+>/g, '[^/]+')}$`);
    const code = [...codeByPath].filter(([name]) => pattern.test(name)).map(([, each]) => each);
    return quoted(names)
      .flatMap((words) => identifierOf(words) ?? [])
      .filter((name) => !isNamed(name, code.join('\n')))
      .map((name) => `${name} in ${path}`);
  });
}

test('unknownIdentifiers finds identifiers that the code does not contain, and misplacedIdentifiers finds identifiers for which a document names the wrong file', () => {
  const text =
    '`noSuchName(x)` throws. `WaypostError`, `ErrorFacts` and `operations` of `lib/errors.ts`';
  expect(unknownIdentifiers(text)).toEqual(['noSuchName']);
  expect(misplacedIdentifiers(text)).toEqual(['operations in lib/errors.ts']);
});

describe.each(['docs/architecture.md', 'CONTRIBUTING.md', 'AGENTS.md'])(
  'the document %s',
  (name) => {
    const text = read(name);

    test('names only existing files and directories', () => {
      const paths = pathsIn(text);
      expect(paths.length).toBeGreaterThan(5);
      expect(paths.filter(isMissing)).toEqual([]);
    });

    test('names only identifiers that exist in the code, and names the right file for each', () => {
      expect(unknownIdentifiers(text)).toEqual([]);
      expect(misplacedIdentifiers(text)).toEqual([]);
    });

    test('names only existing npm scripts', () => {
      const { scripts } = JSON.parse(read('package.json'));
      const named = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script);
      expect(named.filter((script) => !(`${script}` in scripts))).toEqual([]);
    });
  },
);

describe('docs/architecture.md', () => {
  const text = read('docs/architecture.md');
  const section = (title: string): string =>
    text.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? '';
  const rows = (title: string): string[][] =>
    [...section(title).matchAll(/^\| (.*) \|$/gm)]
      .map(([, row = '']) => row.split(' | '))
      .filter(([first = '']) => !/^-+$/.test(first))
      .slice(1);

  test('lists every top-level directory in src, and only existing paths', () => {
    const [, block = ''] = /^```\n(.*?)^```$/ms.exec(section('Directories')) ?? [];
    const above: string[] = [];
    const drawn = block.split('\n').flatMap((line) => {
      const [, indent = '', name] = /^( *)([\w/.-]+\/|[\w/.-]+\.js)(?= |$)/.exec(line) ?? [];
      if (name === undefined) return [];
      above.splice(indent.length / 2, above.length, name);
      return [above.join('')];
    });
    expect(drawn.filter(isMissing)).toEqual([]);
    const ofSource = sourceDirectories
      .filter((name) => !name.includes('.'))
      .map((name) => `src/${name}/`);
    expect(drawn).toEqual(expect.arrayContaining(ofSource));
  });

  test('lists the files to edit for at least 15 kinds of changes', () => {
    const changes = rows('To change X, open Y');
    expect(changes.length).toBeGreaterThanOrEqual(15);
    const without = changes.filter(([, where = '']) => pathsIn(where).length === 0);
    expect(without).toEqual([]);
  });

  test('lists each dependency in package.json exactly once, and lists no other packages', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const named = rows('Dependencies').flatMap(([names = '']) => names.split(', '));
    const installed = Object.keys({ ...dependencies, ...devDependencies });
    expect(named.sort()).toEqual(installed.sort());
  });
});

test('comments in src name only existing files', () => {
  const sources = known.filter((name) => name.startsWith('src/') && /\.tsx?$/.test(name));
  const named = sources.flatMap((source) =>
    [...read(source).matchAll(/^ *(?:\/\/|\/?\*).*|\s\/\/ .*/gm)]
      .flatMap(([comment]) => comment.match(/[\w/-]+\.tsx?\b/g) ?? [])
      .map((path) => ({ source, path })),
  );
  expect(named.length).toBeGreaterThan(10);
  const isGone = ({ path }: { path: string }) =>
    !known.some((name) => `/${name}`.endsWith(`/${path}`));
  expect(named.filter(isGone)).toEqual([]);
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'AGENTS.md',
  'SKILL.md',
  'llms.txt',
  ...known.filter((name) => /^docs\/.*\.md$/.test(name)),
];

test.each(pages)('the page %s links only to existing files', (name) => {
  const text = read(name);
  const links = [
    ...[...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link),
    ...[...text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, link = '']) => link),
  ];
  const relative = links.filter((link) => !/^(https?:|#|mailto:)/.test(link));
  const broken = relative.filter(
    (link) => !existsSync(join(root, dirname(name), link.replace(/#.*$/, ''))),
  );
  expect(broken).toEqual([]);
});

/** Returns the anchors of the headings in a page. */
function anchorsOf(page: string): string[] {
  const text = read(page).replace(/^```.*?^```$/gms, '');
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  );
}

test.each(pages)('the page %s links only to existing headings', (name) => {
  const links = [...read(name).matchAll(/\]\(([^)\s:#]*\.md)?#([^)\s]+)\)/g)];
  const lost = links.filter(([, other, anchor = '']) => {
    const target = other === undefined ? name : posix.join(posix.dirname(name), other);
    return existsSync(join(root, target)) && !anchorsOf(target).includes(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});
