// Compares three programs that convert the lookup log to Parquet: the export with its kernel, DuckDB, and JavaScript
// libraries. Each program runs in a separate process. The elapsed time is from the start of the process until the file is
// complete. The export downloads the log, but the other programs read the log from the disk. Prints the medians of elapsed
// time and processor time, and the peak memory.
//
//   node bench/kernel.mjs [rounds] [rows]
import { spawn } from 'node:child_process';
import {
  createReadStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { writeLog } from './log.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const names = [
  'timestamp',
  'ip',
  'search_term',
  'url',
  'lookup_type',
  'tags',
  'lookups_consumed',
  'licensee',
  'source_ip',
];

/** The scripts to compare. Each script reads the file LOG and writes the file OUT. */
const contenders = {
  'DuckDB, two threads': `
    import { DuckDBInstance } from '@duckdb/node-api';
    const db = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
    const columns = ${JSON.stringify(Object.fromEntries(names.map((name) => [name, 'VARCHAR'])))};
    await db.run("copy (select * replace (timestamp::timestamptz as timestamp, lookups_consumed::bigint as lookups_consumed, string_split(tags, ',') as tags) from read_csv('" + process.env.LOG + "', header = false, columns = " + JSON.stringify(columns).replaceAll('"', "'") + ")) to '" + process.env.OUT + "' (format parquet)");`,
  'csv-parse and hyparquet-writer': `
    import { readFileSync, writeFileSync } from 'node:fs';
    import { parse } from 'csv-parse/sync';
    import { parquetWriteBuffer } from 'hyparquet-writer';
    const rows = parse(readFileSync(process.env.LOG));
    const data = (index) => rows.map((row) => row[index]);
    const columnData = ${JSON.stringify(names)}.map((name, index) => {
      if (name === 'timestamp') return { name, data: data(index).map((text) => new Date(text)), type: 'TIMESTAMP' };
      if (name === 'lookups_consumed') return { name, data: data(index).map(BigInt), type: 'INT64' };
      return { name, data: data(index), type: 'STRING' };
    });
    writeFileSync(process.env.OUT, Buffer.from(parquetWriteBuffer({ columnData })));`,
};

if (isMainThread) await main();
else serve(workerData);

async function main() {
  const [rounds = 5, rows = 500_000] = process.argv.slice(2).map(Number);
  const directory = mkdtempSync(join(tmpdir(), 'waypost-kernel-'));
  const log = join(directory, 'log.csv');
  const out = join(directory, 'out.parquet');
  await writeLog(log, rows);
  const worker = new Worker(new URL(import.meta.url), { workerData: log });
  const port = await new Promise((resolve) => worker.once('message', resolve));
  const preload = join(directory, 'peak.cjs');
  writeFileSync(preload, `process.on('exit', ${noteUse});`);
  const env = {
    PATH: process.env.PATH,
    HOME: directory,
    PEAK: join(directory, 'peak.json'),
    LOG: log,
    OUT: out,
    WAYPOST_API_KEY: 'ak_bench',
    WAYPOST_USER_TOKEN: 'uk_bench',
    WAYPOST_BASE_URL: `http://127.0.0.1:${port}/v1`,
  };
  const runs = {
    'waypost, including the download': [
      join(root, 'bin/waypost.js'),
      'lookups',
      'export',
      '-o',
      out,
    ],
    ...Object.fromEntries(
      Object.entries(contenders).map(([name, code]) => [
        name,
        ['--input-type=module', '--eval', code],
      ]),
    ),
  };
  try {
    console.log(`Node ${process.version}, ${rows} rows, ${statSync(log).size >> 20} MiB of CSV`);
    console.log(line(['', 'wall', 'processor', 'memory', 'file']));
    for (const [name, args] of Object.entries(runs)) {
      const results = [];
      for (let round = 0; round < rounds; round += 1) {
        rmSync(out, { force: true });
        results.push(await timed(['--require', preload, ...args], env));
      }
      console.log(
        line([
          name,
          `${median(results.map(({ ms }) => ms)).toFixed(0)} ms`,
          `${median(results.map(({ cpu }) => cpu)).toFixed(2)} s`,
          `${(Math.max(...results.map(({ peak }) => peak)) / 1000).toFixed(0)} MB`,
          `${(statSync(out).size / 1e6).toFixed(1)} MB`,
        ]),
      );
    }
  } finally {
    await worker.terminate();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Runs when a measured process ends. Writes the processor time and the peak memory of the process to the file in PEAK. */
function noteUse() {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  require('node:fs').writeFileSync(process.env.PEAK, JSON.stringify({ peak: maxRSS, cpu }));
}

function serve(path) {
  const { size } = statSync(path);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size });
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}

function timed(args, env) {
  const started = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    child.once('error', reject);
    child.once('close', (status) => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (status !== 0) return reject(new Error(`${args.join(' ')} ended with ${status}`));
      resolve({ ms, ...JSON.parse(readFileSync(env.PEAK, 'utf8')) });
    });
  });
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function line(cells) {
  return cells.map((cell, index) => (index === 0 ? cell.padEnd(32) : cell.padStart(12))).join('');
}
