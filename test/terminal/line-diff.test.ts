// The line diff: the same as what diff -u says, and enough to make one text of the other.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { lineDiff } from '../../src/terminal/line-diff';

test.each([
  ['', '', []],
  ['a\n', 'a\n', []],
  ['', 'a\n', ['@@ -0,0 +1 @@', '+a']],
  ['a\n', '', ['@@ -1 +0,0 @@', '-a']],
  ['a', 'a\n', ['@@ -1 +1 @@', '-a', '\\ No newline at end of file', '+a']],
  ['a\nb\nc\n', 'a\nx\nc\n', ['@@ -1,3 +1,3 @@', ' a', '-b', '+x', ' c']],
  ['a\r\n', 'a\n', ['@@ -1 +1 @@', '-a\r', '+a']],
])('%j to %j', (before, after, lines) => {
  expect(lineDiff(before, after)).toEqual(lines);
});

test('patch makes the one of the other, for many random texts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-diff-'));
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * below);
  };
  const text = () => Array.from({ length: random(30) }, () => 'abcd'[random(4)]).join('\n');
  try {
    for (let round = 0; round < 60; round += 1) {
      const [before, after] = [text() + '\n'.repeat(random(2)), text() + '\n'.repeat(random(2))];
      const diff = lineDiff(before, after);
      if (before === after) {
        expect(diff).toEqual([]);
        continue;
      }
      const file = join(folder, 'file');
      writeFileSync(file, before);
      const input = `--- file\n+++ file\n${diff.join('\n')}\n`;
      const patched = execFileSync('patch', ['-s', '-o', '-', file], { input }).toString();
      expect(patched).toBe(after);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('texts too large to compare are shown as replaced, at once', () => {
  const lines = (sign: string) => Array.from({ length: 5000 }, (_, index) => `${sign}${index}`);
  const diff = lineDiff(`${lines('a').join('\n')}\n`, `${lines('b').join('\n')}\n`);
  expect(diff).toHaveLength(10_001);
});
