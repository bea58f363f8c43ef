// The program of `npm run bench`. Measures all values that have a goal, prints them in one table, and writes the table
// to bench/results.md.
//
//   npm run bench -- [--only startup|export|batch|sandbox|tasks]… [--rounds <n>] [--rows <n>] [word…]
//
// Programs run alternately. Values are medians, and each ratio is computed within a round. The words select the sources
// (static, sandbox) and the formats of the export part. If --only, --rounds, --rows or a word is set, the benchmark
// writes results.md only if --write is also set.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { commitOf } from '../scripts/build/commit.mjs';
import { bunVersion, executableOf, thisPlatform } from '../scripts/standalone/platforms.mjs';
import { measureBatch } from './batch.mjs';
import { measureExport } from './export.mjs';
import { missesOf, root, tableOf } from './measure.mjs';
import { fetchNodes, fetchPeers, sizeOf } from './peers.mjs';
import { measureSandbox } from './sandbox.mjs';
import { measureStartup } from './startup.mjs';
import { measureTasks } from './tasks.mjs';

/** The parts of the benchmark, with the numbers of rounds and rows in a full run. */
const parts = {
  startup: { measure: measureStartup, rounds: 41 },
  export: { measure: measureExport, rounds: 5, rows: 2_000_000 },
  batch: { measure: measureBatch, rounds: 3, rows: 20_000 },
  sandbox: { measure: measureSandbox, rounds: 3, rows: 1_000_000 },
  tasks: { measure: measureTasks, rounds: 1 },
};

const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(parts) },
    rounds: { type: 'string' },
    rows: { type: 'string' },
    write: { type: 'boolean' },
  },
  allowPositionals: true,
});

const unknown = values.only.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) {
  throw new Error(`Unknown part: ${unknown}. The parts are ${Object.keys(parts).join(', ')}.`);
}

const peers = await fetchPeers();
const nodes = fetchNodes();
execFileSync(process.execPath, ['scripts/standalone.mjs', '--built'], { cwd: root });
const executable = [executableOf(root, thisPlatform())];
const loadBefore = loadavg()[0];
const tables = [];
for (const name of values.only) {
  const { measure, ...usual } = parts[name];
  const directory = mkdtempSync(join(process.env.BENCH_DIRECTORY ?? tmpdir(), 'waypost-bench-'));
  try {
    const measured = await measure({
      rounds: Number(values.rounds ?? usual.rounds),
      rows: Number(values.rows ?? usual.rows),
      words: positionals,
      directory,
      peers,
      nodes,
      executable,
    });
    tables.push(...[measured].flat());
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
tables.push(sizes());

const text = reportText();
process.stdout.write(text);
const isWhole =
  values.only.length === Object.keys(parts).length &&
  values.rounds === undefined &&
  values.rows === undefined &&
  positionals.length === 0;
if (values.write ?? isWhole) writeFileSync(join(root, 'bench/results.md'), text);

/** Compares the sizes of installed programs. */
function sizes() {
  const rows = [];
  const add = (what, megabytes, goal) =>
    rows.push({
      what,
      value: `${megabytes.toFixed(1)} MB`,
      ...(goal === undefined
        ? { beside: '' }
        : {
            beside: `${goal} MB`,
            ratio: megabytes / goal,
            goal: 1,
            met: megabytes <= goal,
            why: 'Bun takes most of this size.',
          }),
    });
  add('waypost executable', sizeOf(executable));
  add('waypost executable, packed', packedSize(executable.at(-1)), 45);
  add('bun', sizeOf(peers.bun));
  for (const name of ['gh', 'stripe', 'mlr']) {
    if (peers[name] !== undefined) {
      add(name, sizeOf(peers[name]));
      add(`${name}, packed`, packedSize(peers[name].at(-1)));
    }
  }
  return { title: 'Size', rows };
}

/** Returns the size of a file in MB after compression with gzip, as in an npm package. */
function packedSize(path) {
  const packed = execFileSync('gzip', ['-9', '-c', path], { maxBuffer: 1 << 28 });
  return packed.length / 1e6;
}

function reportText() {
  const misses = missesOf(tables);
  return [
    '# Benchmark results',
    '',
    '`npm run bench` writes this file. Programs run alternately. Times are medians, and each ratio is computed within a',
    'round. Each program has an empty home directory. The variable `NODE_EXTRA_CA_CERTS` is not set, because Node would read',
    'its certificates at each start.',
    '',
    `- Commit: ${commitOf(root) ?? 'unknown'}${isChanged() ? ', with uncommitted changes' : ''}`,
    `- Machine: ${cpus()[0].model}, ${cpus().length} processors, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory, ${process.platform} ${release()}${inContainer() ? ', in a container' : ''}`,
    `- Load average before the benchmark: ${loadBefore.toFixed(1)}`,
    `- Versions: ${versions().join(', ')}`,
    '',
    tableOf(tables),
    '',
    '## Missed goals',
    '',
    ...(misses.length === 0 ? ['None.'] : misses),
    '',
  ].join('\n');
}

function isChanged() {
  return (
    execFileSync('git', ['status', '--porcelain', '--', '.', ':!bench/results.md'], { cwd: root })
      .length > 0
  );
}

function inContainer() {
  return existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}

function versions() {
  const said = (name, words = ['--version']) => {
    if (peers[name] === undefined) return `${name} is not available`;
    const [program, ...first] = peers[name];
    const text = execFileSync(program, [...first, ...words], {
      encoding: 'utf8',
      env: { ...process.env, DBUS_SESSION_BUS_ADDRESS: 'disabled:' },
    });
    return `${name} ${/\d+\.\d+\.\d+/.exec(text)?.[0]}`;
  };
  const duckdb = JSON.parse(
    readFileSync(join(root, 'node_modules/@duckdb/node-api/package.json'), 'utf8'),
  ).version;
  return [
    `Node ${process.versions.node}`,
    `Bun ${bunVersion}`,
    ...['gh', 'stripe', 'resend', 'curl', 'mlr', 'autocannon'].map((name) => said(name)),
    `DuckDB ${duckdb}`,
  ];
}
