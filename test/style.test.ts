// The words that docs/style.md asks to avoid do not appear in the project's texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';
import { generatedFiles } from '../scripts/reference/files';
import { catalog } from '../src/api/catalog';

/** The groups of texts that are checked. Add a group of `textsOf` here to check it. */
const checked: (keyof typeof textsOf)[] = ['documentation', 'titles', 'help', 'messages'];

const root = join(__dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** A text with its place. */
interface PlacedText {
  place: string;
  text: string;
}

const textsOf = {
  /** The pages that are written by hand. Style.md names the words, and conformance.md contains test titles. */
  documentation: (): PlacedText[] => {
    const notByHand = ['style.md', 'conformance.md', 'test-values.md'];
    const guides = readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md') && !notByHand.includes(name))
      .map((name) => `docs/${name}`);
    const others = [
      'README.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
      'data/README.md',
      'src/export/kernel/README.md',
    ];
    return [...others, ...guides].flatMap((path) => linesOf(path, read(path)));
  },
  /** The command reference, SKILL.md and other generated pages. */
  help: (): PlacedText[] =>
    [...generatedFiles(root)]
      .filter(([path]) => path.endsWith('.md'))
      .flatMap(([path, text]) => linesOf(path, text)),
  /** The strings with several words in src, such as messages, hints and texts of pages, except messages of the service. */
  messages: (): PlacedText[] =>
    sourcesIn('src')
      // Words that users of other tools type.
      .filter((path) => !path.endsWith('other-words.ts'))
      .flatMap((path) => stringsIn(path, () => true))
      .filter(({ text }) => text.includes(' ') && !messagesOfService.has(text)),
  /** The titles of tests and of their groups. */
  titles: (): PlacedText[] =>
    sourcesIn('test')
      .filter((path) => path.endsWith('.test.ts'))
      .flatMap((path) => stringsIn(path, isTitle)),
};

const messagesOfService = new Set<string>(Object.values(catalog).map(({ message }) => message));

/** The lines of a Markdown text without code, links and HTML. */
function linesOf(path: string, text: string): PlacedText[] {
  const prose = text.replace(/^ *```.*?^ *```$/gms, (block) => block.replace(/[^\n]/g, ''));
  return prose.split('\n').map((line, index) => ({
    place: `${path}:${index + 1}`,
    text: line
      .replace(/`[^`]*`/g, '')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/<[^>]*>/g, ''),
  }));
}

function sourcesIn(directory: string): string[] {
  return readdirSync(join(root, directory), { recursive: true, encoding: 'utf8' })
    .map((name) => `${directory}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
}

/** A node of the syntax tree. */
interface Node {
  type?: string;
  start?: number;
  value?: unknown;
  callee?: unknown;
  arguments?: unknown[];
}

/** The strings of a source for which `isWanted` is true, without their code spans and without strings of JSON. */
function stringsIn(path: string, isWanted: (node: Node, parent: Node) => boolean): PlacedText[] {
  const code = read(path);
  const found: PlacedText[] = [];
  const visit = (value: unknown, parent: Node): void => {
    if (typeof value !== 'object' || value === null) return;
    const node: Node = value;
    const text = textOfNode(node);
    if (text !== undefined && isWanted(node, parent)) {
      const line = code.slice(0, node.start).split('\n').length;
      found.push({ place: `${path}:${line}`, text: text.replace(/`[^`]*`|"[^"]*"/g, '') });
    }
    for (const child of Object.values(value)) {
      if (Array.isArray(child)) for (const each of child) visit(each, node);
      else visit(child, node);
    }
  };
  visit(parseAst(code, { lang: path.endsWith('x') ? 'tsx' : 'ts' }), {});
  return found;
}

/** The text of a string or a template; a template's expressions become spaces. */
function textOfNode(node: Node): string | undefined {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return undefined;
  const { quasis }: { quasis: { value: { cooked: string } }[] } = Object(node);
  return quasis.map(({ value }) => value.cooked).join(' ');
}

/** Whether a string is the first argument of `test(…)`, `describe(…)`, `test.each(…)(…)` and the like. */
function isTitle(node: Node, parent: Node): boolean {
  if (parent.type !== 'CallExpression' || parent.arguments?.[0] !== node) return false;
  let callee = Object(parent.callee);
  while (callee.type !== 'Identifier') {
    const inner = callee.callee ?? callee.object;
    if (inner === undefined) return false;
    callee = Object(inner);
  }
  return /^(?:test|describe|it|\w+Test)$/.test(callee.name);
}

/** The words in the first column of the table "Words to avoid". */
function wordsToAvoid(): string[] {
  const [, section = ''] = read('docs/style.md').split('## Words to avoid\n');
  return [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word),
  );
}

const avoided = new RegExp(`(?<![\\w-])(?:${wordsToAvoid().join('|')})(?![\\w-])`, 'i');

/** The places of texts with an avoided word. */
function mistakesIn(texts: PlacedText[]): string[] {
  return texts.flatMap(({ place, text }) => {
    const [word] = avoided.exec(text) ?? [];
    return word === undefined ? [] : [`${place}: "${word}"`];
  });
}

test('mistakesIn finds words to avoid, except in code, links and HTML', () => {
  const text =
    'The folder `a folder`.\n```\nfolder\n```\nNo [x](folder.md)\nAll the same, it says so.';
  expect(mistakesIn(linesOf('page.md', text))).toEqual([
    'page.md:1: "folder"',
    'page.md:6: "All the same"',
  ]);
});

test('textsOf finds the titles in test files and the strings in source files', () => {
  const titles = textsOf.titles().filter(({ place }) => place.startsWith('test/style.test.ts'));
  expect(titles.map(({ text }) => text)).toEqual([
    'mistakesIn finds words to avoid, except in code, links and HTML',
    'textsOf finds the titles in test files and the strings in source files',
    'the texts in the group %s contain no word that docs/style.md tells you to avoid',
  ]);
  expect(textsOf.messages().length).toBeGreaterThan(1000);
});

test.each(checked)(
  'the texts in the group %s contain no word that docs/style.md tells you to avoid',
  (group) => {
    expect(mistakesIn(textsOf[group]())).toEqual([]);
  },
);
