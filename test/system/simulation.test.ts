// The sign-up simulation of `npm run simulate`, in small: answers, connections, directories and the tool
// itself fail at random, and no account's keys are lost. Each single step is failed in signup-claim.test.ts.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runShell } from '../support/shell';

const runs = 60;
const seed = 20_260_131;

test(`${runs} sign-ups under failures: none is lost`, async () => {
  const script = join(__dirname, '../../scripts/simulate-sign-up.mjs');
  const words = [process.execPath, script, String(runs), String(seed)];
  const { status, stdout, stderr } = await runShell(words, process.env);
  expect(stdout, stderr).toMatch(/^Lost: 0$/m);
  expect(stdout).toContain(`seed ${seed}; ${runs} sign-ups`);
  expect(status).toBe(0);
});
