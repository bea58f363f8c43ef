// A short round of `npm run torture`: that it runs, finds nothing, and would say so.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const runFile = promisify(execFile);
const script = join(__dirname, '../scripts/torture.mjs');

test('nothing is lost, leaked, wrongly successful, hung or over memory', async () => {
  const words = [
    script,
    '--seed',
    '7',
    '--faults',
    '20',
    '--json',
    '--only',
    'service,machine,files',
  ];
  const { stdout } = await runFile(process.execPath, words);
  const { all } = JSON.parse(stdout);
  expect(all).toMatchObject({ lost: 0, 'wrong success': 0, leaked: 0, hung: 0, 'over memory': 0 });
  expect(all.tried).toBeGreaterThanOrEqual(19);
  expect(all.survived).toBe(all.tried);
});

test('the same seed and number are the same fault', async () => {
  const words = [script, '--seed', '7', '--replay', 'service:3', '--json'];
  const { stdout } = await runFile(process.execPath, words);
  expect(JSON.parse(stdout)).toMatchObject({ seed: 7, service: { tried: 1, survived: 1 } });
});
