// The sign-up simulation of `npm run simulate`, in small: answers, connections, directories and the tool
// itself fail at random, and no account's keys are lost. Each single step is failed in signup-claim.test.ts.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const runs = 60;
const seed = 20_260_131;

test(`${runs} sign-ups under failures: none is lost`, async () => {
  const { status, printed } = await simulate();
  expect(printed).toMatch(/^Lost: 0$/m);
  expect(printed).toContain(`seed ${seed}; ${runs} sign-ups`);
  expect(status).toBe(0);
});

function simulate(): Promise<{ status: number | null; printed: string }> {
  const script = join(__dirname, '../../scripts/simulate-sign-up.mjs');
  const child = spawn(process.execPath, [script, String(runs), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status) => resolve({ status, printed }));
  });
}
