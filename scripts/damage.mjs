// Changes a random byte of a stopped sandbox's store, again and again, and counts the outcomes: refused or
// warned of with the file named, without consequence, or lost silently (must be 0).
// Usage: node scripts/damage.mjs [rounds] [seed], after a build. Exit status 1 when data was lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { chanceFrom } from './random.mjs';
import { testedCommand } from './tested-command.mjs';

const rounds = Number(process.argv[2] ?? 200);
const home = mkdtempSync(join(tmpdir(), 'sandbox-damage-'));

const random = chanceFrom(Number(process.argv[3] ?? 1));

async function start(folder) {
  const words = ['sandbox', 'start', '--json', '--port=0', '--no-rate-limit', `--data=${folder}`];
  const [program, ...first] = testedCommand().command;
  const child = spawn(program, [...first, ...words], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: home },
  });
  const ended = once(child, 'close');
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => ['{}']),
  ]);
  const document = JSON.parse(line);
  return {
    document,
    errors: () => errors,
    ask: (method, path, { token, body } = {}) =>
      new Promise((resolve) => {
        const lost = () => resolve({ status: 0, text: '' });
        const text = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        };
        const { url } = document;
        const target = path.startsWith('/_sandbox') ? new URL(path, url) : new URL(url + path);
        const asked = request(target, { method, headers, agent: false }, (answer) => {
          let received = '';
          answer.setEncoding('utf8').on('data', (piece) => {
            received += piece;
          });
          answer.on('error', lost);
          answer.on('end', () => resolve({ status: answer.statusCode, text: received }));
        });
        asked.on('error', lost);
        asked.end(text);
      }),
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function write(sandbox, { key, user_token: token }, from) {
  for (let number = from; number < from + 15; number += 1) {
    const name = `name-${number}-${'x'.repeat(60)}`;
    await sandbox.ask('POST', `/keys/${key}/configs`, { token, body: { name, payload: name } });
    await sandbox.ask('POST', `/keys/${key}/licensees`, { token, body: { name } });
    await sandbox.ask('POST', '/_sandbox/keys', { body: {} });
  }
  const range = { start: week.start, end: week.end };
  await sandbox.ask('POST', `/_sandbox/keys/${key}/lookups`, { body: { count: 50, ...range } });
}

/** The time of the lookups. */
const end = Date.now() - 3_600_000;
const week = { start: end - 6 * 86_400_000, end };

/** All data that a sandbox reports. */
async function content(sandbox, { key, user_token: token }) {
  const paths = [
    '/_sandbox/accounts',
    `/keys/${key}/details`,
    `/keys/${key}/configs`,
    `/keys/${key}/licensees?limit=100`,
    `/keys/${key}/usage?start=${week.start}&end=${week.end}`,
    `/keys/${key}/lookups?start=${week.start}&end=${week.end}`,
  ];
  const answers = [];
  for (const path of paths) answers.push(await sandbox.ask('GET', path, { token }));
  return JSON.stringify(answers);
}

const original = join(home, 'original');
const first = await start(original);
const keys = JSON.parse((await first.ask('POST', '/_sandbox/keys', { body: {} })).text);
await first.ask('PATCH', `/_sandbox/keys/${keys.key}`, {
  body: { sublicensing: true, lookups_remaining: 1_000_000, datasets: { email: true } },
});
await write(first, keys, 0);
await first.end('SIGTERM');
// Its writes stay in the log, as a killed process leaves it.
const second = await start(original);
await write(second, keys, 100);
const expected = await content(second, keys);
await second.end('SIGKILL');

if (!expected.includes('geonames_')) throw new Error('the sandbox has no lookups to lose');
const counts = { refused: 0, warned: 0, unharmed: 0, failed: 0, silent: 0 };
for (let round = 1; round <= rounds; round += 1) {
  const folder = join(home, `round-${round}`);
  cpSync(original, folder, { recursive: true, filter: (path) => !/lock-|\.lock$/.test(path) });
  const name = random() < 0.5 ? 'sandbox.db' : 'sandbox.db-wal';
  const bytes = readFileSync(join(folder, name));
  const at = Math.floor(random() * bytes.length);
  bytes[at] ^= 1 + Math.floor(random() * 255);
  writeFileSync(join(folder, name), bytes);
  const sandbox = await start(folder);
  let outcome;
  if (sandbox.document.url === undefined) {
    outcome = JSON.stringify(sandbox.document).includes(folder) ? 'refused' : 'failed';
  } else {
    const found = await content(sandbox, keys);
    if (found === expected) outcome = 'unharmed';
    else outcome = sandbox.errors().includes(folder) ? 'warned' : 'silent';
    await sandbox.end('SIGKILL');
  }
  counts[outcome] += 1;
  if (outcome === 'silent' || outcome === 'failed') {
    process.stderr.write(`round ${round}: ${outcome}: byte ${at} of ${bytes.length} of ${name}\n`);
  }
  rmSync(folder, { recursive: true, force: true });
}
rmSync(home, { recursive: true, force: true });
process.stdout.write(`${JSON.stringify({ rounds, ...counts })}\n`);
process.exitCode = counts.silent + counts.failed > 0 ? 1 : 0;
