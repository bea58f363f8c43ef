// The long trials that are scripts of their own, a few rounds at a time: sign-ups under failures, a sandbox
// killed at work, a store with a changed byte.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const trials = [
  // No faster than a busy machine answers: what comes after a time-out is lost.
  { script: 'simulate-sign-up.mjs', count: 4, more: ['5'] },
  { script: 'damage.mjs', count: 3 },
  { script: 'durability.mjs', count: 2 },
];

/** Prepares the part. */
export function scriptFaults() {
  async function next(number, chance) {
    const { script, count, more = [] } = trials[number % trials.length];
    const words = [
      fileURLToPath(new URL(`../${script}`, import.meta.url)),
      String(count),
      String(Math.floor(chance() * 1e9)),
      ...more,
    ];
    const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let told = '';
    child.stdout.on('data', (text) => {
      told += text;
    });
    child.stderr.on('data', (text) => {
      told += text;
    });
    const status = await new Promise((resolve) => child.once('close', resolve));
    return {
      name: words.slice(1).join(' ').replace(/^/, `${script} `),
      faults: status === 0 ? [] : [['lost', told]],
    };
  }
  return { name: 'scripts', next, close() {} };
}
