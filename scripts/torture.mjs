// Runs the built command against a faulty service, on a faulty machine and with damaged files, and prints the results
// in one table. The exit code is 1 if the command lost data, reported a false success, leaked a secret, hung, used too
// much memory, or behaved in a way that docs/compatibility.md does not allow.
//
//   node scripts/torture.mjs [--seed n] [--minutes n] [--faults n] [--only part,part] [--replay part:number]
//
// Run `npm run build` first, or set WAYPOST_TEST_COMMAND to a standalone executable. The same seed repeats the same
// faults. The script prints each failure with the options that repeat the failure.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chanceFrom, hashOf } from './random.mjs';
import { fileFaults } from './torture/files.mjs';
import { removeHome } from './torture/home.mjs';
import { machineFaults } from './torture/machine.mjs';
import { startSandbox } from './torture/sandbox.mjs';
import { serviceFaults } from './torture/service.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1e9) },
    minutes: { type: 'string', default: '2' },
    faults: { type: 'string' },
    only: { type: 'string' },
    replay: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
});

const { seed, replay } = values;
const most = Number(values.faults ?? Number.POSITIVE_INFINITY);

const end =
  values.faults === undefined
    ? Date.now() + Number(values.minutes) * 60_000
    : Number.POSITIVE_INFINITY;

const atOnce = 6;

const columns = ['tried', 'survived', 'lost', 'wrong success', 'leaked', 'hung', 'over memory'];
const makers = { service: serviceFaults, machine: machineFaults, files: fileFaults };
/** The weight of each part. A part with twice the weight gets twice as many faults. */
const weights = { service: 2, machine: 3, files: 1 };

/** The faults to repeat, as [part, number] pairs. */
const replayed = replay?.split(',').map((word) => word.split(':'));

const chosen = replayed
  ? new Set(replayed.map(([name]) => name))
  : (values.only?.split(',') ?? Object.keys(makers));

const directory = mkdtempSync(join(tmpdir(), 'waypost-torture-'));
const sandbox = await startSandbox(directory);
const table = new Map();
let tried = 0;
let isInterrupted = false;
// After a signal, the script finishes the current runs, and then prints the table.
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    isInterrupted = true;
  });
}
let others = 0;
let calls;
try {
  const keys = await sandbox.account();
  const lookups = { count: 200, start: Date.UTC(2026, 9, 1), end: Date.UTC(2026, 9, 2) };
  await sandbox.ask('POST', `/_sandbox/keys/${keys.key}/lookups`, { body: lookups });
  const parts = [];
  for (const name of chosen) {
    const part = await makers[name]({ sandbox, keys, directory, seed });
    parts.push({ ...part, name, count: 0 });
    table.set(name, Object.fromEntries(columns.map((column) => [column, 0])));
  }
  if (replayed) {
    for (const [wanted, number] of replayed) {
      const part = parts.find(({ name }) => name === wanted);
      await one(part, Number(number));
    }
  } else await Promise.all(Array.from({ length: atOnce }, () => work(parts)));
  for (const part of parts) part.close();
  for (const part of parts) if (part.coverage) calls = await part.coverage();
} finally {
  const faults = await sandbox.end();
  for (const [, text] of faults) process.stderr.write(`over memory: ${text}\n`);
  removeHome(directory);
}
process.exitCode = report();

async function work(parts) {
  while (Date.now() < end && tried < most && !isInterrupted) {
    // The loop selects the part with the fewest faults relative to its weight.
    const [part] = parts.toSorted((a, b) => a.count / weights[a.name] - b.count / weights[b.name]);
    part.count += 1;
    tried += 1;
    await one(part, part.count - 1);
  }
}

async function one(part, number) {
  const row = table.get(part.name);
  let outcome;
  try {
    outcome = await part.next(number, chanceFrom(hashOf(`${seed} ${part.name} ${number}`)));
  } catch (error) {
    outcome = { name: 'an error in this script', faults: [['wrong result', error.stack]] };
  }
  const { name, faults, count = 1 } = outcome;
  row.tried += count;
  if (faults.length === 0) row.survived += count;
  const kinds = new Set(faults.map(([kind]) => kind));
  for (const kind of kinds) if (kind in row) row[kind] += 1;
  if (kinds.size === 1 && kinds.has('wrong result')) others += 1;
  for (const [kind, text] of faults) {
    const again = `--seed ${seed} --replay ${part.name}:${number}`;
    process.stderr.write(
      `${kind}: ${name} (${again})\n  ${text.slice(0, 600).replaceAll('\n', '\n  ')}\n`,
    );
  }
}

/** Prints the table. Returns the exit code. */
function report() {
  const total = Object.fromEntries(columns.map((column) => [column, 0]));
  for (const row of table.values()) for (const column of columns) total[column] += row[column];
  table.set('all', total);
  if (values.json)
    process.stdout.write(`${JSON.stringify({ seed, ...Object.fromEntries(table), calls })}\n`);
  else {
    const line = (name, cells) =>
      `${name.padEnd(8)}${cells.map((cell, at) => String(cell).padStart(columns[at].length + 2)).join('')}\n`;
    process.stdout.write(`seed ${seed}\n${line('', columns)}`);
    for (const [name, row] of table) process.stdout.write(line(name, Object.values(row)));
    if (others > 0)
      process.stdout.write(
        `${others} runs ended in a way that docs/compatibility.md does not allow\n`,
      );
    if (calls !== undefined)
      process.stdout.write(
        `injected at calls: ${calls.kills.join(' of ')} kills, ${calls.faults.join(' of ')} faults\n`,
      );
  }
  return total.survived === total.tried ? 0 : 1;
}
