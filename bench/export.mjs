// What an export costs beside `curl -o` on the same URL: 2,000,000 rows (about 250 MB), every format, to a
// file and to standard output; from a plain static server, and from the sandbox. Each is run in turn with
// curl, in one go, so that a machine that changes its speed changes both. Prints medians of wall time, of
// the ratios pair by pair with the least and the greatest, of processor time, and the largest peak of
// memory; ends with an error where the CSV is not the same byte for byte or the memory is 160 MB or more.
//
//   node bench/export.mjs [rounds] [rows] [static|sandbox|csv|ndjson|json|parquet|folder]…
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
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
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { writeLog } from './log.mjs';

const entry = join(dirname(fileURLToPath(import.meta.url)), '../bin/waypost.js');
const memoryGoal = 160_000;
const goals = { csv: 1.1, ndjson: 1.6, json: 1.6, parquet: 3, folder: 3 };
const sources = { static: staticServer, sandbox };
const day = 86_400_000;

if (isMainThread) await main();
else serve(workerData);

async function main() {
  const [rounds = 5, rows = 2_000_000] = process.argv.slice(2, 4).map(Number);
  const words = process.argv.slice(4);
  const chosen = (names) => {
    const found = names.filter((name) => words.includes(name));
    return found.length > 0 ? found : names;
  };
  const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'waypost-bench-'));
  const env = { PATH: process.env.PATH, HOME: folder };
  try {
    const bare = [];
    for (let round = 0; round < 5; round += 1) {
      bare.push(await timed(process.execPath, ['-e', '0'], env, 'ignore'));
    }
    console.log(
      `Node ${process.version}, ${rows} rows, ${rounds} rounds, medians; node -e 0: ${median(bare).toFixed(0)} ms`,
    );
    for (const name of chosen(Object.keys(sources))) {
      const source = await sources[name](folder, rows);
      try {
        await compare(source, { env, folder, rounds, formats: chosen(Object.keys(goals)) });
      } finally {
        await source.close();
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs inside the tool at its end: processor time in seconds, peak of memory in kB. */
function notePeak() {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  let peak = maxRSS;
  try {
    // Where Linux tells it: `maxRSS` is never less than what this program had when it started the tool.
    peak = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {}
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  writeFileSync(process.env.PEAK, JSON.stringify({ peak, cpu }));
}

/** Prints the table of one source. */
async function compare({ title, url, key, token }, { env, folder, rounds, formats }) {
  const reference = join(folder, 'curl.csv');
  const header = join(folder, 'header');
  writeFileSync(header, `Authorization: Bearer ${token}`, { mode: 0o600 });
  const preload = join(folder, 'peak.cjs');
  writeFileSync(preload, `process.on('exit', ${notePeak});`);
  const ourEnv = {
    ...env,
    WAYPOST_API_KEY: key,
    WAYPOST_USER_TOKEN: token,
    WAYPOST_BASE_URL: url,
    PEAK: join(folder, 'peak.json'),
  };
  const curl = () => {
    rmSync(reference, { force: true });
    const args = ['-s', '-f', '-H', `@${header}`, '-o', reference, `${url}/keys/${key}/lookups`];
    return timed('curl', args, env, 'ignore');
  };
  const exported = async (format, toFile) => {
    const target = join(folder, `out.${format}`);
    rmSync(target, { recursive: true, force: true });
    const args = ['-r', preload, entry, 'lookups', 'export'];
    args.push(...(format === 'folder' ? ['--partition-by', 'day'] : ['--format', format]));
    if (toFile) args.push('-o', target);
    const ms = await timed(process.execPath, args, ourEnv, toFile ? 'ignore' : target);
    const used = JSON.parse(readFileSync(ourEnv.PEAK, 'utf8'));
    return { ms, ...used, target };
  };
  await curl();
  console.log(`\n${title}, ${(statSync(reference).size / 1e6).toFixed(0)} MB`);
  console.log(
    line(['format', 'to', 'curl -o', 'waypost', 'ratio', 'from – to', 'goal', 'cpu', 'peak']),
  );
  for (const [format, toFile] of [
    ...formats.map((name) => [name, true]),
    ...formats.flatMap((name) => (name === 'folder' ? [] : [[name, false]])),
  ]) {
    const pairs = [];
    for (let round = 0; round < rounds; round += 1) {
      const theirs = await curl();
      const { target, ...ours } = await exported(format, toFile);
      pairs.push({ curl: theirs, ...ours });
      if (round === 0 && format === 'csv' && !(await isSame(reference, target))) {
        console.log('The CSV is not what was sent.');
        process.exitCode = 1;
      }
    }
    const ratios = pairs.map((pair) => pair.ms / pair.curl);
    const peak = Math.max(...pairs.map((pair) => pair.peak));
    if (peak >= memoryGoal) process.exitCode = 1;
    console.log(
      line([
        format,
        toFile ? 'file' : 'stdout',
        `${median(pairs.map((pair) => pair.curl)).toFixed(0)} ms`,
        `${median(pairs.map((pair) => pair.ms)).toFixed(0)} ms`,
        median(ratios).toFixed(2),
        `${Math.min(...ratios).toFixed(2)} – ${Math.max(...ratios).toFixed(2)}`,
        goals[format].toFixed(1),
        `${median(pairs.map((pair) => pair.cpu)).toFixed(2)} s`,
        `${(peak / 1000).toFixed(0)} MB`,
      ]),
    );
  }
}

/** A server that knows one file, in a thread of its own. */
async function staticServer(folder, rows) {
  const path = join(folder, 'log.csv');
  await writeLog(path, rows);
  const worker = new Worker(new URL(import.meta.url), { workerData: { path } });
  const port = await new Promise((resolve) => worker.once('message', resolve));
  return {
    title: 'Plain static server',
    url: `http://127.0.0.1:${port}/v1`,
    key: 'ak_bench',
    token: 'uk_bench',
    close: () => worker.terminate(),
  };
}

function serve({ path }) {
  const { size } = statSync(path);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-length': size });
    createReadStream(path, { highWaterMark: 256 * 1024 }).pipe(response);
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
}

/** A sandbox in a process of its own, with a key that has so many rows in its log. */
async function sandbox(folder, rows) {
  const data = join(folder, 'sandbox');
  const args = ['sandbox', 'start', '--data', data, '--port', '0', '--no-rate-limit', '--json'];
  const child = spawn(process.execPath, [entry, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const close = () => {
    child.kill();
    return ended;
  };
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const { url } = JSON.parse((await lines.next()).value);
    const post = async (path, body) => {
      const answer = await fetch(new URL(`/_sandbox${path}`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
      return answer.json();
    };
    const { key, user_token: token } = await post('/keys', {});
    const now = Date.now();
    await post(`/keys/${key}/lookups`, {
      count: rows,
      start: new Date(now - 20 * day).toISOString(),
      end: new Date(now - day).toISOString(),
      tags: ['web', 'checkout'],
    });
    return { title: 'Sandbox', url, key, token, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs a program to its end, in milliseconds; `output` is where its standard output goes. */
function timed(program, args, env, output) {
  const descriptor = output === 'ignore' ? output : openSync(output, 'w');
  const started = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', descriptor, 'inherit'] });
    child.once('error', reject);
    child.once('close', (status) => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (typeof descriptor === 'number') closeSync(descriptor);
      if (status === 0) resolve(ms);
      else reject(new Error(`${program} ended with ${status}`));
    });
  });
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
  const widths = [9, 7, 9, 9, 7, 15, 6, 8, 7];
  return cells
    .map((cell, index) => (index < 2 ? cell.padEnd(widths[index]) : cell.padStart(widths[index])))
    .join('');
}
