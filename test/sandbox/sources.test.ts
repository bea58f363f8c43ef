// Rules for the sandbox's source files: no circle of imports, and no comment that cites a document a
// reader of the repository cannot open.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(__dirname, '../../src/sandbox');
const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name))
    .map((path) => [path, readFileSync(path, 'utf8')] as const),
);

const importsOf = (path: string): string[] =>
  [...(sources.get(path) ?? '').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)]
    .map(([, target = '']) => `${resolve(dirname(path), target)}.ts`)
    .filter((target) => sources.has(target));

/** A circle of imports, types too, that a file is in: the way back to it. */
function circleFrom(start: string): string[] | undefined {
  const ways: string[][] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const target of importsOf(way.at(-1) ?? '')) {
      if (target === start) return [...way, start].map((path) => path.slice(folder.length + 1));
      if (seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return undefined;
}

test('no file imports itself by way of others', () => {
  expect([...sources.keys()].flatMap((path) => circleFrom(path) ?? [])).toEqual([]);
});

test('comments cite only what the repository holds', () => {
  const cites =
    /decisions\.md|\(decisions|interface\.md|interface, "|interface\)|contract, section/;
  const found = [...sources]
    // The rules of places are being rewritten.
    .filter(([path]) => !path.includes('places'))
    .flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => cites.test(line))
        .map((line) => `${path.slice(folder.length + 1)}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
