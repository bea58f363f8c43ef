// `npm run mutate -- [--sample n] [--seed n] [--only path] [--tests path] [--print]`: puts small mistakes into the client,
// the library, `auth` and the sign-up, one at a time, and counts those that no test notices. Writes test/mutation.md,
// also where it is interrupted.
//
// The tests run in a copy of the tree that has every mistake in it (mutation/mutants.mjs). A first run notes which
// test reaches which; then each mistake is switched on for tests that reach it (mutation/runner.mjs).
import { readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readReach } from './mutation/reach.mjs';
import { report } from './mutation/report.mjs';
import { openSession } from './mutation/session.mjs';
import { chanceFrom } from './random.mjs';

const { values } = parseArgs({
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    tests: { type: 'string', default: '' },
    print: { type: 'boolean', default: false },
  },
});

/** Tests of what is judged. Those of the second stage start the command, and are only asked for what is left. */
const stages = [
  ['test/lib/', 'test/client/', 'test/cli/', 'test/batch/', 'test/export/', 'test/reference'],
  ['test/e2e/'],
];

/** Tests that take minutes, or that are about something else. */
const leftOut =
  /^test\/e2e\/(installation|library|memory|simulation|batch|sandbox|lookups-export|pages|places|examples|completion|compiled-code|profiles-page|many-processes)/;

/** A mistake is tried with this many tests: first the fast ones that reach few mistakes. */
const mostTests = { reached: 24, byProcesses: 6 };
/** And with more, such as the rows of a table, while all that it is tried with take no longer, in milliseconds. */
const budgetMs = 250;
/** Tests that take longer, in milliseconds, are not tried. */
const longestMs = { reached: 1000, byProcesses: 4000 };
/** Files of tests that a mistake is tried with which a module makes when it is loaded. */
const mostFiles = 3;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const session = openSession(root);
process.on('exit', session.close);
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    write();
    process.exit(1);
  });
}

const { mutants, run } = session;
const chosen = sampleOf(mutants.filter(({ file }) => file.includes(values.only)));
/** Mistakes that no test has noticed yet, by number. */
const alive = new Map(chosen.map((mutant) => [mutant.id, mutant]));
/** Whether everything was tried. */
let isWhole = false;
/** Mistakes that a test reaches, by number. */
const reachedAtAll = new Set();

function sampleOf(list) {
  if (values.sample === undefined) return list;
  const chance = chanceFrom(Number(values.seed));
  return list
    .map((mutant) => ({ mutant, place: chance() }))
    .sort((one, other) => one.place - other.place)
    .slice(0, Number(values.sample))
    .map(({ mutant }) => mutant);
}

function say(text) {
  process.stderr.write(`${new Date().toTimeString().slice(0, 8)} ${text}\n`);
}

/** For each test that reaches mistakes in this way, those that are tried with it. */
function planFor(tests, kind) {
  const tried = new Map();
  const spent = new Map();
  const planned = {};
  const cost = (test) => (test.ms + 20) * test[kind].length;
  const able = [...tests.values()].filter(({ ms }) => ms <= longestMs[kind]);
  for (const { test, file, ms, [kind]: ids } of able.sort(
    (one, other) => cost(one) - cost(other),
  )) {
    const list = ids.filter(
      (id) =>
        alive.has(id) &&
        ((tried.get(id) ?? 0) < mostTests[kind] || (spent.get(id) ?? 0) < budgetMs),
    );
    for (const id of list) {
      tried.set(id, (tried.get(id) ?? 0) + 1);
      spent.set(id, (spent.get(id) ?? 0) + ms + 2);
    }
    if (list.length > 0) planned[test] = { file, ms, mutants: list };
  }
  return planned;
}

/** Tries until every pair of a test and a mistake is tried, or the mistake is noticed. */
async function tryOut(files, planned) {
  const drop = (test, id) => {
    test.mutants = test.mutants.filter((other) => other !== id);
  };
  const notice = (id) => {
    alive.delete(id);
    for (const test of Object.values(planned)) drop(test, id);
  };
  const first = new Set();
  for (;;) {
    const open = new Set(
      Object.values(planned)
        .filter((test) => test.mutants.length > 0)
        .map(({ file }) => file),
    );
    if (open.size === 0) return;
    const plan = { phase: 'kill', files: files.filter((file) => open.has(file)), tests: planned };
    const { entries } = await run(plan);
    let begun;
    for (const { start, killed, survived, stained, broken, test, worker } of entries) {
      // A process that ended did not live to say how it went. What is tried again follows itself.
      if ((start ?? worker) !== undefined && begun !== undefined && begun !== start) notice(begun);
      if (worker === undefined) begun = start;
      if (killed !== undefined) notice(killed);
      if (survived !== undefined) drop(planned[test], survived);
      if (broken !== undefined) planned[broken].mutants = [];
      if (stained !== undefined && alive.has(stained)) {
        // Tried first, in another process; what is left there, too, was left by this one.
        if (first.has(stained)) notice(stained);
        else {
          first.add(stained);
          drop(planned[test], stained);
          planned[test].mutants.unshift(stained);
        }
      }
    }
    if (begun !== undefined) notice(begun);
    say(`${alive.size} are left`);
    if (entries.every(({ worker }) => worker !== undefined)) return;
  }
}

/** Mistakes that stand where a module is loaded: whole files of tests, in processes that begin with the mistake. */
async function tryWhole(loading) {
  const here = [...alive.values()].filter(({ id }) => loading.has(id));
  say(`${here.length} are left that a module makes when it is loaded`);
  for (const { id, file } of here) {
    // The reference has the texts of the commands, and most else that is said in lists.
    const near = [basename(file, '.ts'), 'reference'];
    const distance = (name) => {
      const place = near.indexOf(basename(name, '.test.ts'));
      return place === -1 ? near.length : place;
    };
    const files = [...loading.get(id)]
      .sort((one, other) => distance(one) - distance(other))
      .slice(0, mostFiles);
    if (files.length === 0) continue;
    const { failed } = await run({ phase: 'whole', active: id, files });
    if (failed) alive.delete(id);
  }
}

function write() {
  const text = report({ mutants, chosen, alive, reachedAtAll, values, isWhole });
  if (values.print) process.stdout.write(text);
  else writeFileSync(join(root, 'test/mutation.md'), text);
}

say(`${chosen.length} of ${mutants.length} mistakes`);
const loading = new Map();
for (const rooms of stages) {
  const roomOf = (name) => rooms.findIndex((room) => name.startsWith(room));
  const files = readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${name}`)
    .filter((name) => name.endsWith('.test.ts') && !leftOut.test(name))
    .filter((name) => name.includes(values.tests))
    .filter((name) => rooms.some((room) => name.startsWith(room)))
    .sort((one, other) => roomOf(one) - roomOf(other));
  say(`which mistakes ${rooms.join(', ')} reach`);
  const reach = readReach((await run({ phase: 'reach', files })).entries);
  for (const [id, list] of reach.loading) {
    reachedAtAll.add(id);
    loading.set(id, [...(loading.get(id) ?? []), ...list]);
  }
  for (const { reached, byProcesses } of reach.tests.values()) {
    for (const id of [...reached, ...byProcesses]) reachedAtAll.add(id);
  }
  for (const kind of ['reached', 'byProcesses']) {
    say(`${alive.size} are left for tests that reach them (${kind})`);
    await tryOut(files, planFor(reach.tests, kind));
  }
}
await tryWhole(loading);
isWhole = true;
write();
say(`${alive.size} are left`);
