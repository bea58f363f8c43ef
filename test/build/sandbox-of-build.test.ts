// Tests start the built sandbox, not its source.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';

const tests = join(__dirname, '..');

/** Returns the imports of src/sandbox/start and src/sandbox/server in a text, except imports of types. */
function sourceStarts(text: string): string[] {
  const source = String.raw`'[^']*src\/sandbox\/(?:start|server)'`;
  const imports = new RegExp(
    `^import (?!type\\b)[^;]*${source};$|(?<!typeof )import\\(\\s*${source}`,
    'gm',
  );
  return [...text.matchAll(imports)].map(([found]) => found);
}

const files = readdirSync(tests, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.[cm]?[jt]s$/.test(name))
  .map((name) => name.split(sep).join('/'));

test('sourceStarts finds static and dynamic imports of startSandbox, but not type imports', () => {
  const source = ['..', 'src', 'sandbox', 'start'].join('/');
  const imported = `import { a } from 'b';\nimport {\n  type A,\n  startSandbox,\n} from '${source}';\n`;
  expect(sourceStarts(imported)).toHaveLength(1);
  expect(sourceStarts(`await import('${source}')`)).toHaveLength(1);
  expect(sourceStarts(`import type { A } from '${source}';`)).toEqual([]);
});

test('no test starts a sandbox from the source files in src', () => {
  const found = files.flatMap((name) =>
    sourceStarts(readFileSync(join(tests, name), 'utf8')).map((line) => `${name}: ${line}`),
  );
  expect(found).toEqual([]);
});
