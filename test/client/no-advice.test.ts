// The client's errors contain no option names and no hints; the hints are in cli/hints/by-reason.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const client = join(__dirname, '../../src/client');

const files = readdirSync(client, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => [name, readFileSync(join(client, name), 'utf8')] as const);

test.each(files)('src/client/%s does not mention an option, a command or a hint', (_name, text) => {
  const code = text.replace(/^\s*(\/\/|\/?\*).*$/gm, '');
  expect(code.match(/--[a-z][a-z-]+|`?waypost (?:auth|signup|sandbox|keys)\b|\bhint\b/g)).toBe(
    null,
  );
});
