// Kills the sandbox during its work, again and again, and counts losses: acknowledged writes that are gone,
// and sign-up claims that were issued twice. Both must be 0.
// Usage: node scripts/durability.mjs [rounds], after a build. Exit status 1 when anything was lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testedCommand } from './tested-command.mjs';

const rounds = Number(process.argv[2] ?? 50);
const writers = 8;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-durability-'));

async function start() {
  const words = ['sandbox', 'start', '--json', '--port=0', '--no-rate-limit', `--data=${folder}`];
  const [program, ...first] = testedCommand().command;
  const child = spawn(program, [...first, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = await once(createInterface(child.stdout), 'line');
  const { url } = JSON.parse(line);
  if (url === undefined) throw new Error(`the sandbox did not start: ${line}`);
  const agent = new Agent({ keepAlive: true });
  return {
    /** Resolves to { status, json }; status 0 if no complete answer came. */
    ask: (method, path, { token, body } = {}) =>
      new Promise((resolve) => {
        const lost = () => resolve({ status: 0, json: undefined });
        const text = body === undefined ? undefined : JSON.stringify(body);
        const headers = {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(text === undefined
            ? {}
            : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
        };
        const target = path.startsWith('/_sandbox') ? new URL(path, url) : new URL(url + path);
        const asked = request(target, { method, agent, headers }, (answer) => {
          const pieces = [];
          answer.on('data', (piece) => pieces.push(piece));
          answer.on('error', lost);
          answer.on('end', () => {
            try {
              const json = JSON.parse(Buffer.concat(pieces).toString());
              resolve({ status: answer.statusCode, json });
            } catch {
              lost();
            }
          });
        });
        asked.on('error', lost);
        asked.end(text);
      }),
    async end(signal) {
      child.kill(signal);
      await ended;
      agent.destroy();
    },
  };
}

/** The acknowledged writes of all rounds. */
const acknowledged = { configs: new Map(), licensees: new Map(), lookups: 0, writes: 0 };
/** Tokens of completed sign-ups, by the number of answers with the credentials. */
const claims = new Map();
const totals = { claims: 0, twice: 0 };
let lost = 0;
let uncertain = 0;

async function work(sandbox, keys, round, writer, stopped) {
  const { key, user_token: token } = keys;
  for (let step = 0; !stopped(); step += 1) {
    const name = `r${round}-w${writer}-${step}`;
    const config = await sandbox.ask('POST', `/keys/${key}/configs`, {
      token,
      body: { name, payload: name },
    });
    if (config.status === 200) acknowledged.configs.set(name, name);
    const licensee = await sandbox.ask('POST', `/keys/${key}/licensees`, { token, body: { name } });
    if (licensee.status === 200) acknowledged.licensees.set(licensee.json.result.id, name);
    const mail = await sandbox.ask('GET', `/emails?query=${name}@a.example`, {
      token: licensee.json?.result?.key ?? '',
    });
    if (mail.status === 200) acknowledged.lookups += 1;
    else if (mail.status === 0) uncertain += 1;
    acknowledged.writes += [config, licensee, mail].filter(({ status }) => status === 200).length;
    const started = await sandbox.ask('POST', '/sign_up', {});
    const cliToken = started.json?.result?.cli_token;
    if (cliToken === undefined) continue;
    const done = await sandbox.ask('POST', `/_sandbox/sign_up/${cliToken}/complete`);
    if (done.status !== 200) continue;
    acknowledged.writes += 1;
    claims.set(cliToken, { handed: 0, sent: 0 });
    await poll(sandbox, cliToken);
  }
}

async function poll(sandbox, cliToken) {
  const claim = claims.get(cliToken);
  claim.sent += 1;
  const answer = await sandbox.ask('GET', `/sign_up/${cliToken}`);
  if (answer.status === 200) claim.handed += 1;
  // The sign-up is complete before any poll: it cannot be pending.
  if (answer.status === 202) lost += 1;
  // An unclaimed sign-up cannot be gone.
  if (answer.status === 410 && claim.sent === 1) lost += 1;
}

async function verify(sandbox, { key, user_token: token }) {
  const configs = await sandbox.ask('GET', `/keys/${key}/configs`, { token });
  const kept = new Map(configs.json.result.configs.map(({ name, payload }) => [name, payload]));
  for (const [name, payload] of acknowledged.configs) if (kept.get(name) !== payload) lost += 1;
  const ids = new Set();
  for (let after = 0; ; ) {
    const path = `/keys/${key}/licensees?limit=100&starting_after=${after}`;
    const { licensees, hasMore } = (await sandbox.ask('GET', path, { token })).json.result;
    for (const { id } of licensees) ids.add(id);
    if (!hasMore) break;
    after = licensees.at(-1).id;
  }
  for (const id of acknowledged.licensees.keys()) if (!ids.has(id)) lost += 1;
  const usage = await sandbox.ask('GET', `/keys/${key}/usage`, { token });
  const details = await sandbox.ask('GET', `/keys/${key}/details`, { token });
  const { total } = usage.json.result;
  // A lost answer may have been billed; log and balance always agree.
  if (total < acknowledged.lookups || total > acknowledged.lookups + uncertain) lost += 1;
  if (details.json.result.lookups_remaining !== 1_000_000 - total) lost += 1;
}

const first = await start();
const keys = (await first.ask('POST', '/_sandbox/keys', { body: {} })).json;
await first.ask('PATCH', `/_sandbox/keys/${keys.key}`, {
  body: { sublicensing: true, lookups_remaining: 1_000_000 },
});
await first.end('SIGKILL');

for (let round = 1; round <= rounds; round += 1) {
  const sandbox = await start();
  let killed = false;
  const workers = Array.from({ length: writers }, (_, writer) =>
    work(sandbox, keys, round, writer, () => killed),
  );
  // During the work, however fast the machine is.
  const enough = acknowledged.writes + 20 + Math.random() * 100;
  while (acknowledged.writes < enough) await new Promise((resolve) => setTimeout(resolve, 1));
  killed = true;
  await sandbox.end('SIGKILL');
  await Promise.all(workers);
  const again = await start();
  await verify(again, keys);
  for (const cliToken of claims.keys()) await poll(again, cliToken);
  // Polled before and after the kill: later rounds have claims of their own.
  const twice = [...claims.values()].filter(({ handed }) => handed > 1).length;
  if (twice > 0) {
    process.stderr.write(`round ${round}: ${twice} claims handed out twice\n`);
  }
  totals.claims += claims.size;
  totals.twice += twice;
  claims.clear();
  await again.end('SIGKILL');
}
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  `${JSON.stringify({ rounds, acknowledged_writes: acknowledged.writes, lost, claims: totals.claims, handed_out_twice: totals.twice })}\n`,
);
process.exitCode = lost + totals.twice > 0 ? 1 : 0;
