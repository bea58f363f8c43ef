// docs/conformance.md has the sentences of the service's interface, and beside each the tests that show it. Those say so
// in a comment above them: `// Shows: HEAD and OPTIONS consume nothing`, or the beginning of the sentence and `…`.
// A new sentence is written there by hand; `npx vitest run test/conformance.test.ts -u` writes the tests beside it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

const file = join(__dirname, '../docs/conformance.md');
const [shown = '', unshown = ''] = readFileSync(file, 'utf8').split(/(?=^## Not shown$)/m);
const row = /^\| (?!sentence |---)(.+?) \|.*\|$/gm;
/** A comment that names a sentence, and what stands between it and the test. */
const shows = /^ *\/\/ Shows: (.+)\n(?=((?: *\/\/.*\n)* *))/gm;
const sentences = [...shown.matchAll(row)].map(([, sentence = '']) => sentence);

/** Titles of tests and their groups, by where the statement begins that has them. */
function titlesIn(text: string): Map<number, string> {
  const titles = new Map<number, string>();
  const visit = (value: unknown, above: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, start, expression } = Object(value);
    const [first] = type === 'ExpressionStatement' ? (expression.arguments ?? []) : [];
    const isTitle = first?.type === 'TemplateLiteral' || typeof first?.value === 'string';
    const title = isTitle ? `${above}${text.slice(first.start + 1, first.end - 1)}` : undefined;
    if (title !== undefined) titles.set(start, title);
    const inside = title === undefined ? above : `${title} > `;
    for (const child of Object.values(value)) visit(child, inside);
  };
  visit(parseAst(text, { lang: 'ts' }), '');
  return titles;
}

/** Each sentence with the tests that show it; fails at a comment that names no sentence, or stands above no test. */
function testsOfSentences(): Map<string, string[]> {
  const tests = new Map(sentences.map((sentence) => [sentence, [] as string[]]));
  const names = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.test.ts')).sort()) {
    const text = readFileSync(join(__dirname, name), 'utf8');
    if (!text.includes('// Shows: ')) continue;
    const titles = titlesIn(text);
    // The test is below what else is said of it.
    for (const { 1: said = '', 2: more = '', 0: line, index } of text.matchAll(shows)) {
      const title = titles.get(index + line.length + more.length);
      expect(title, `${name}: no test below "${said}"`).toBeDefined();
      const meant = sentences.filter((sentence) =>
        said.endsWith('…') ? sentence.startsWith(said.slice(0, -1)) : sentence === said,
      );
      expect(meant, `${name}: write "${said}" into docs/conformance.md first, once`).toHaveLength(
        1,
      );
      const place = name.replaceAll('\\', '/').replace(/\.test\.ts$/, '');
      for (const sentence of meant) tests.get(sentence)?.push(`${place}: ${code(title ?? '')}`);
    }
  }
  return tests;
}

/** A code span in a table, whatever its content. */
function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence}${text.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')}${fence}`;
}

test('every sentence of the interface has a test, and docs/conformance.md names it', async () => {
  const tests = testsOfSentences();
  expect(sentences.filter((sentence) => tests.get(sentence)?.length === 0)).toEqual([]);
  const written = shown.replace(
    row,
    (_, sentence) => `| ${sentence} | ${tests.get(sentence)?.join('<br>')} |`,
  );
  await expect(written + unshown).toMatchFileSnapshot(file);
});
