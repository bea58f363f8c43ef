// docs/conformance.md is what the tests' own names make of it: a test that is renamed or goes away takes
// its sentence along, and then this fails.
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const root = join(__dirname, '../..');

it('every sentence of the interface has a test, and docs/conformance.md names it', async () => {
  // The environment of this run would make the inner one believe it is a worker of this one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_ENV|TEST$)/.test(name)),
  );
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/conformance.mjs', '--print'],
    { cwd: root, env, maxBuffer: 2 ** 24 },
  );
  const committed = readFileSync(join(root, 'docs/conformance.md'), 'utf8');
  expect(committed, 'run `node scripts/conformance.mjs`').toBe(stdout);
}, 180_000);
