// The client knows no flag and no sentence for a person: what to do next stands in cli/hints/advice.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const client = join(__dirname, '../../src/client');
const files = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(join(client, name), 'utf8')] as const);

/** V8's own flags, which are none of the command's. */
const flagsOfV8 = /'--(liftoff-only|wasm-tiering-budget=\d+|(no-)?expose-gc)'/g;

test.each(files)('%s names no option, no command and no hint', (_name, text) => {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '').replace(flagsOfV8, '');
  expect(code.match(/--[a-z][a-z-]+|`?waypost (?:auth|signup|sandbox|keys)\b|\bhint\b/g)).toBe(
    null,
  );
});
