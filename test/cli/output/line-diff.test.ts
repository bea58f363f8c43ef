// The line diff has the format of `diff -u`, and changes the first text to the second text if it is applied.
import { expect, test } from 'vitest';
import { lineDiff } from '../../../src/cli/output/line-diff';

test.each([
  ['', '', []],
  ['a\n', 'a\n', []],
  ['', 'a\n', ['@@ -0,0 +1 @@', '+a']],
  ['a\n', '', ['@@ -1 +0,0 @@', '-a']],
  ['a', 'a\n', ['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']],
  ['a\nb\nc\n', 'a\nx\nc\n', ['@@ -1,3 +1,3 @@', ' a', '-b', '+x', ' c']],
  ['a\r\n', 'a\n', ['@@ -1 +1 @@', '-a\r', '+a']],
])('lineDiff lists the changes from the text %j to the text %j', (before, after, lines) => {
  expect(lineDiff(before, after)).toEqual(lines);
});

/** Applies a diff to a text. Fails if the diff does not match the text. */
function patched(text: string, diff: readonly string[]): string {
  const before = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const after: string[] = [];
  let at = 0;
  for (const [index, line] of diff.entries()) {
    if (line.startsWith('\\')) continue;
    const [, from, length] = /^@@ -(\d+)(?:,(\d+))? /.exec(line) ?? [];
    if (from !== undefined) {
      const begin = Number(from) - (length === '0' ? 0 : 1);
      after.push(...before.slice(at, begin));
      at = begin;
      continue;
    }
    const end = diff[index + 1]?.startsWith('\\') ? '' : '\n';
    const content = line.slice(1) + end;
    if (!line.startsWith('+')) {
      expect(before[at]).toBe(content);
      at += 1;
    }
    if (!line.startsWith('-')) after.push(content);
  }
  return [...after, ...before.slice(at)].join('');
}

test('for two random texts, lineDiff returns a diff that turns the first text into the second text', () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const text = () =>
    Array.from({ length: random(30) }, () => 'abcd'[random(4)]).join('\n') + '\n'.repeat(random(2));
  for (let round = 0; round < 500; round += 1) {
    const [before, after] = [text(), text()];
    expect(patched(before, lineDiff(before, after))).toBe(after);
  }
});

test('lineDiff finds two small changes that are far apart in a long text', () => {
  const lines = Array.from({ length: 5000 }, (_, index) => `${index}\n`);
  const after = ['first\n', ...lines, 'last\n'];
  expect(lineDiff(lines.join(''), after.join(''))).toEqual([
    '@@ -1,3 +1,4 @@',
    '+first',
    ' 0',
    ' 1',
    ' 2',
    '@@ -4998,3 +4999,4 @@',
    ' 4997',
    ' 4998',
    ' 4999',
    '+last',
  ]);
});

test('lineDiff replaces all lines if the texts are too large to compare', () => {
  const lines = (sign: string) => Array.from({ length: 5000 }, (_, index) => `${sign}${index}`);
  const diff = lineDiff(`${lines('a').join('\n')}\n`, `${lines('b').join('\n')}\n`);
  expect(diff).toHaveLength(10_001);
});
