// A word quoted for a shell, which the test passes to a real shell.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { shellWord } from '../../src/lib/shell-word';

test.each([
  ['plain', 'plain'],
  ['--base-url=https://s.example:8080/v1', '--base-url=https://s.example:8080/v1'],
  ['ann@example.org', 'ann@example.org'],
  ['a+b,c%d', 'a+b,c%d'],
  ['', '""'],
  ['two words', '"two words"'],
  ["it's 'so'", `"it's 'so'"`],
  ["it's $HOME", "'it'\\''s $HOME'"],
  ['100 %', "'100 %'"],
  ['now!', "'now!'"],
  ['$HOME `id` "x" \\', `'$HOME \`id\` "x" \\'`],
  ['a;b', '"a;b"'],
  ['~ann', '"~ann"'],
  ['über', '"über"'],
  ['a\nb', '"a\nb"'],
])('shellWord quotes the text %j as %s', (word, quoted) => {
  expect(shellWord(word)).toBe(quoted);
  if (process.platform === 'win32') return;
  const read = execFileSync('sh', ['-c', `printf %s ${quoted}`], { encoding: 'utf8' });
  expect(read).toBe(word);
});
