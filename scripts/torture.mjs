// The built command and the built sandbox against a faulty service, a faulty machine and bad company, and
// what became of it in one table. Ends with 1 where anything was lost, succeeded wrongly, leaked, hung, took
// too much memory, or answered what docs/contract.md does not allow. Then the length of the one window that
// cannot be closed.
//
//   node scripts/torture.mjs [--seed n] [--minutes n] [--faults n] [--only part,part] [--replay part:number]
//     [--from n] [--at-once n] [--processes n] [--without-strace]
//
// After a build. --from leaves out those an earlier run of the seed has tried. A seed repeats the faults; each that went wrong is printed with the words that repeat it.
import { chmodSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { chanceFrom, hashOf } from './random.mjs';
import { companyFaults } from './torture/company.mjs';
import { fileFaults } from './torture/files.mjs';
import { removeHome } from './torture/home.mjs';
import { machineFaults } from './torture/machine.mjs';
import { startSandbox } from './torture/sandbox.mjs';
import { scriptFaults } from './torture/scripts.mjs';
import { serviceFaults } from './torture/service.mjs';
import { sandboxFaults } from './torture/store.mjs';
import { claimWindow } from './torture/window.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    minutes: { type: 'string', default: '2' },
    faults: { type: 'string' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
    replay: { type: 'string' },
    'at-once': { type: 'string', default: '6' },
    processes: { type: 'string', default: '100' },
    'without-strace': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const most = Number(values.faults ?? Number.POSITIVE_INFINITY);
const end =
  values.faults === undefined
    ? Date.now() + Number(values.minutes) * 60_000
    : Number.POSITIVE_INFINITY;

const columns = ['tried', 'survived', 'lost', 'wrong success', 'leaked', 'hung', 'over memory'];
const makers = {
  service: serviceFaults,
  machine: machineFaults,
  files: fileFaults,
  company: companyFaults,
  sandbox: sandboxFaults,
  scripts: scriptFaults,
};
/** How often each part has its turn: some faults take a hundred times as long as others. */
const weights = { service: 10.5, machine: 16, files: 5, company: 1.5, sandbox: 1, scripts: 0.5 };

/** What is repeated, as [part, number] pairs. */
const replayed = values.replay?.split(',').map((word) => word.split(':'));
const chosen = replayed
  ? new Set(replayed.map(([name]) => name))
  : (values.only?.split(',') ?? Object.keys(makers));
const folder = mkdtempSync(join(tmpdir(), 'waypost-torture-'));
// Other users run the command, too.
chmodSync(folder, 0o1777);
const sandbox = await startSandbox(folder);
const table = new Map();
let tried = 0;
let isInterrupted = false;
// What is under way ends as ever, and the table comes early.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
  });
}
let others = 0;
let claim;
let calls;
try {
  const keys = await sandbox.account();
  const lookups = { count: 200, start: Date.UTC(2026, 9, 1), end: Date.UTC(2026, 9, 2) };
  await sandbox.ask('POST', `/_sandbox/keys/${keys.key}/lookups`, { body: lookups });
  const withoutStrace = values['without-strace'];
  const processes = Number(values.processes);
  const parts = [];
  for (const name of chosen) {
    const part = await makers[name]({ sandbox, keys, folder, seed, processes, withoutStrace });
    parts.push({ ...part, name, count: 0 });
    table.set(name, Object.fromEntries(columns.map((column) => [column, 0])));
  }
  if (replayed) {
    for (const [wanted, number] of replayed)
      await one(
        parts.find(({ name }) => name === wanted),
        Number(number),
      );
  } else {
    while (tried < Number(values.from)) nextOf(parts);
    await Promise.all(Array.from({ length: Number(values['at-once']) }, () => work(parts)));
  }
  for (const part of parts) part.close();
  for (const part of parts) if (part.coverage) calls = await part.coverage();
  if (!replayed && tried > 0 && values.only?.includes('machine') !== false)
    claim = await claimWindow({
      url: sandbox.url,
      folder,
      signups: Math.min(Math.ceil(tried / 10), 101),
    });
} finally {
  const faults = await sandbox.end();
  for (const [, text] of faults) process.stderr.write(`over memory: ${text}\n`);
  for (let turns = 0; turns < 20 && existsSync(folder); turns += 1) {
    removeHome(folder);
    await setTimeout(100);
  }
}
process.exitCode = report();

/** The next fault, of the part that is furthest behind its share: [part, number]. */
function nextOf(parts) {
  const [part] = parts.toSorted(
    (one, other) => one.count / weights[one.name] - other.count / weights[other.name],
  );
  part.count += 1;
  tried += 1;
  return [part, part.count - 1];
}

async function work(parts) {
  while (Date.now() < end && tried < most && !isInterrupted) await one(...nextOf(parts));
}

async function one(part, number) {
  const row = table.get(part.name);
  let outcome;
  try {
    outcome = await part.next(number, chanceFrom(hashOf(`${seed} ${part.name} ${number}`)));
  } catch (error) {
    outcome = { name: 'the harness', faults: [['bad answer', error.stack]] };
  }
  const { name, faults, count = 1 } = outcome;
  row.tried += count;
  if (faults.length === 0) row.survived += count;
  const kinds = new Set(faults.map(([kind]) => kind));
  for (const kind of kinds) if (kind in row) row[kind] += 1;
  if (kinds.size === 1 && kinds.has('bad answer')) others += 1;
  for (const [kind, text] of faults) {
    const again = `--seed ${seed} --replay ${part.name}:${number}`;
    process.stderr.write(
      `${kind}: ${name} (${again})\n  ${text.slice(0, 600).replaceAll('\n', '\n  ')}\n`,
    );
  }
}

/** Prints the table; the exit status. */
function report() {
  const total = Object.fromEntries(columns.map((column) => [column, 0]));
  for (const row of table.values()) for (const column of columns) total[column] += row[column];
  table.set('all', total);
  if (values.json)
    process.stdout.write(
      `${JSON.stringify({ seed, ...Object.fromEntries(table), calls, claim })}\n`,
    );
  else {
    const line = (name, cells) =>
      `${name.padEnd(8)}${cells.map((cell, at) => String(cell).padStart(columns[at].length + 2)).join('')}\n`;
    process.stdout.write(`seed ${seed}\n${line('', columns)}`);
    for (const [name, row] of table) process.stdout.write(line(name, Object.values(row)));
    if (others > 0)
      process.stdout.write(`${others} ended in another way than docs/contract.md says\n`);
    if (calls !== undefined)
      process.stdout.write(
        `at calls of commands: ${calls.kills.join(' of ')} kills, ${calls.faults.join(' of ')} faults\n`,
      );
    if (claim !== undefined)
      process.stdout.write(
        `the moment of the claim: ${claim.median} µs (median), ${claim.longest} µs (longest of ${claim.signups})\n`,
      );
  }
  return total.survived === total.tried ? 0 : 1;
}
