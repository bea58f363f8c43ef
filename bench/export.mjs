// What an export costs beside `curl -o` on the same URL: 2,000,000 rows (about 250 MB) from a plain static
// server, every format, to a file and to standard output. Each is run in turn with curl, in one go, so
// that a machine that changes its speed changes both. Prints medians of wall time, of the ratios pair by
// pair, of processor time, and the largest peak of memory; ends with an error where the CSV is not the
// same byte for byte or the memory is 100 MB or more.
//
//   node bench/export.mjs [rounds] [rows]
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
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

const memoryGoal = 100_000;
const goals = { csv: 1.1, ndjson: 1.6, json: 1.6, parquet: 3, folder: 3 };

if (isMainThread) await main();
else serve(workerData);

/** The plain static server, in a thread of its own. */
function serve({ path, size }) {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size });
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}

async function main() {
  const rounds = Number(process.argv[2] ?? 5);
  const rows = Number(process.argv[3] ?? 2_000_000);
  const entry = join(dirname(fileURLToPath(import.meta.url)), '../bin/waypost.js');
  const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'waypost-bench-'));
  const log = join(folder, 'log.csv');
  const preload = join(folder, 'peak.cjs');
  writeFileSync(
    preload,
    `process.on('exit', () => require('fs').writeFileSync(process.env.PEAK, JSON.stringify(process.resourceUsage())));`,
  );
  try {
    await writeLog(log, rows);
    const { size } = statSync(log);
    const worker = new Worker(new URL(import.meta.url), { workerData: { path: log, size } });
    const port = await new Promise((resolve) => worker.once('message', resolve));
    const url = `http://127.0.0.1:${port}/v1`;
    console.log(
      `Node ${process.version}, ${rows} rows, ${(size / 1e6).toFixed(0)} MB, ${rounds} rounds, medians`,
    );
    console.log(line(['format', 'to', 'curl -o', 'waypost', 'ratio', 'goal', 'cpu', 'peak']));
    let failed = false;
    const env = {
      PATH: process.env.PATH,
      HOME: folder,
      WAYPOST_API_KEY: 'ak_bench',
      WAYPOST_USER_TOKEN: 'uk_bench',
      WAYPOST_BASE_URL: url,
      PEAK: join(folder, 'peak.json'),
    };
    const curl = () => {
      const target = join(folder, 'curl.csv');
      rmSync(target, { force: true });
      return timed('curl', ['-s', '-o', target, `${url}/keys/k/lookups`], env, 'ignore');
    };
    const exported = async (format, toFile) => {
      const target = join(folder, `out.${format}`);
      rmSync(target, { recursive: true, force: true });
      const args = ['-r', preload, entry, 'lookups', 'export'];
      args.push(...(format === 'folder' ? ['--partition-by', 'day'] : ['--format', format]));
      if (toFile) args.push('-o', target);
      const stdout = toFile ? 'ignore' : openSync(target, 'w');
      const ms = await timed(process.execPath, args, env, stdout);
      const used = JSON.parse(readFileSync(env.PEAK, 'utf8'));
      return { ms, peak: used.maxRSS, cpu: (used.userCPUTime + used.systemCPUTime) / 1e6, target };
    };
    for (const [format, toFile] of [
      ...Object.keys(goals).map((name) => [name, true]),
      ...Object.keys(goals).flatMap((name) => (name === 'folder' ? [] : [[name, false]])),
    ]) {
      const pairs = [];
      for (let round = -1; round < rounds; round += 1) {
        const a = await curl();
        const { ms, ...b } = await exported(format, toFile);
        // The first round warms the file cache.
        if (round >= 0) pairs.push({ curl: a, ours: ms, ...b });
        if (round === 0 && format === 'csv' && !(await isSame(log, b.target))) {
          console.log('The CSV is not what was sent.');
          failed = true;
        }
      }
      const peak = Math.max(...pairs.map((pair) => pair.peak));
      if (peak >= memoryGoal) failed = true;
      console.log(
        line([
          format,
          toFile ? 'file' : 'stdout',
          `${median(pairs.map((pair) => pair.curl)).toFixed(0)} ms`,
          `${median(pairs.map((pair) => pair.ours)).toFixed(0)} ms`,
          median(pairs.map((pair) => pair.ours / pair.curl)).toFixed(2),
          goals[format].toFixed(1),
          `${median(pairs.map((pair) => pair.cpu)).toFixed(2)} s`,
          `${(peak / 1000).toFixed(0)} MB`,
        ]),
      );
    }
    await worker.terminate();
    if (failed) process.exitCode = 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs a program to its end, in milliseconds; the server goes on meanwhile. */
function timed(program, args, env, stdout) {
  const started = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', stdout, 'inherit'] });
    child.once('error', reject);
    child.once('close', (status) => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (typeof stdout === 'number') closeSync(stdout);
      if (status === 0) resolve(ms);
      else reject(new Error(`${program} ended with ${status}`));
    });
  });
}

/** A log with quoted cells, doubled quotes, tags, and texts of few and of many kinds. */
async function writeLog(path, rows) {
  const out = createWriteStream(path);
  const types = ['Place Resolution', 'Address Lookup', 'Address Verification', 'Email Validation'];
  const start = Date.UTC(2026, 5, 1);
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    const isQuoted = row % 10 === 0;
    const cells = [
      new Date(start + row * 1000).toISOString(),
      `192.0.2.${row % 250}`,
      isQuoted ? `"${row} Main St, ""North"" End"` : `geonames_${2_600_000 + (row % 50_000)}`,
      `https://shop.example.com/checkout/${row % 1000}`,
      types[row % 4],
      ['"web,checkout"', 'web', ''][row % 3],
      row % 7 === 0 ? 0 : 1,
      row % 5 === 0 ? 'Acme Ltd' : '',
      row % 4 === 0 ? `2001:db8::${row % 9999}` : '',
    ];
    text += `${cells.join(',')}\n`;
    if (text.length < 1 << 20) continue;
    if (!out.write(text)) await new Promise((resolve) => out.once('drain', resolve));
    text = '';
  }
  await new Promise((resolve) => out.end(text, resolve));
}

/** Whether two files hold the same bytes. */
async function isSame(a, b) {
  const digests = [a, b].map(async (path) => {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  });
  const [first, second] = await Promise.all(digests);
  return first === second;
}

function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function line(cells) {
  return cells.map((cell, index) => (index < 2 ? cell.padEnd(9) : cell.padStart(10))).join('');
}
