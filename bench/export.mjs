// Compares an export with `curl -o` for the same URL, and with tools that convert curl's download to the same format.
// Measures exports to a file and to standard output, from a static server and from the sandbox. All programs run
// alternately. Throws if the exported CSV is not identical to the response. Sets the exit code to 1 if an export uses
// 160 MB of memory or more.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { writeLog } from './log.mjs';
import {
  cleanEnvironment,
  median,
  nodeCommand,
  pairedRatio,
  part,
  root,
  startSandbox,
} from './measure.mjs';

const memoryGoal = 160_000;
const goals = { csv: 1.1, ndjson: 1.6, json: 1.6, parquet: 3, directory: 3 };
/** The goals for exports to standard output, as ratios to `curl -o`. */
const streamGoals = { ...goals, csv: 2.8 };
const sources = { static: staticServer, sandbox };
/**
 * The formats for the sandbox. Other formats would give similar results, because every export waits for the sandbox.
 */
const sandboxFormats = ['csv', 'parquet'];
const day = 86_400_000;

if (!isMainThread && workerData?.path !== undefined) serve(workerData);

/** Measures exports of `rows` rows. `words` selects sources and formats (default: all). */
export async function measureExport({ rounds, rows, words = [], directory, peers, executable }) {
  const chosen = (names) => {
    const found = names.filter((name) => words.includes(name));
    return found.length > 0 ? found : names;
  };
  const env = cleanEnvironment(directory);
  const parts = [];
  for (const name of chosen(Object.keys(sources))) {
    const source = await sources[name](directory, rows);
    const formats = chosen(name === 'sandbox' ? sandboxFormats : Object.keys(goals));
    try {
      parts.push(
        await compare(source, { env, directory, rounds, formats, peers, executable, rows }),
      );
    } finally {
      await source.close();
    }
  }
  return parts;
}

/**
 * Runs when a waypost process ends. Writes the processor time in seconds and the peak memory in kB to the file in PEAK.
 */
function notePeak() {
  const { readFileSync, writeFileSync } = require('node:fs');
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  let peak = maxRSS;
  try {
    // On Linux, this code replaces `maxRSS`, because `maxRSS` is never less than the memory that the benchmark used
    // when it started waypost.
    peak = Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  } catch {}
  const cpu = (userCPUTime + systemCPUTime) / 1e6;
  writeFileSync(process.env.PEAK, JSON.stringify({ peak, cpu }));
}

/** A Node script that downloads the log to a file. */
const nodeDownload = `
  const { URL, TOKEN, OUT } = process.env;
  require('node:http').get(URL, { headers: { authorization: 'Bearer ' + TOKEN } }, (answer) =>
    answer.pipe(require('node:fs').createWriteStream(OUT)));`;

/** A script that reads curl's output with DuckDB and writes it as Parquet. */
const duckdb = `
  import { DuckDBInstance } from '@duckdb/node-api';
  const db = await (await DuckDBInstance.create(':memory:')).connect();
  await db.run("copy (select * from read_csv('" + process.env.LOG + "', header = false)) to '" + process.env.OUT + "' (format parquet)");`;

/** Measures the exports from one source. Returns a table of the results. */
async function compare({ title, url, key, token, close: _, ...source }, setting) {
  const { env, directory, rounds, formats, peers, executable, rows } = setting;
  const reference = join(directory, 'curl.csv');
  const header = join(directory, 'header');
  writeFileSync(header, `Authorization: Bearer ${token}`, { mode: 0o600 });
  const preload = join(directory, 'peak.cjs');
  writeFileSync(preload, `process.on('exit', ${notePeak});`);
  const ourEnv = {
    ...env,
    WAYPOST_API_KEY: key,
    WAYPOST_USER_TOKEN: token,
    WAYPOST_BASE_URL: url,
    PEAK: join(directory, 'peak.json'),
    NODE_OPTIONS: `--require ${preload}`,
    BUN_OPTIONS: `--preload ${preload}`,
  };
  const download = `'${peers.curl[0]}' -s -f -H '@${header}' '${url}/keys/${key}/lookups'`;
  const curl = () => {
    rmSync(reference, { force: true });
    return timed('sh', ['-c', `exec ${download} -o '${reference}'`], env, 'ignore');
  };
  const exported = async (command, format, toFile) => {
    const target = join(directory, `out.${format}`);
    rmSync(target, { recursive: true, force: true });
    const [program, ...first] = command;
    const args = [...first, 'lookups', 'export'];
    args.push(...(format === 'directory' ? ['--partition-by', 'day'] : ['--format', format]));
    // With --no-header, the output has the same bytes as the response.
    if (format === 'csv') args.push('--no-header');
    if (toFile) args.push('-o', target);
    const ms = await timed(program, args, ourEnv, toFile ? 'ignore' : target);
    return { ms, ...JSON.parse(readFileSync(ourEnv.PEAK, 'utf8')), target };
  };
  /** Returns the other tools that can create this format. */
  const otherOf = (format) => {
    const out = join(directory, 'other');
    const piped = { ndjson: '--ojsonl', json: '--ojson' }[format];
    if (piped !== undefined && peers.mlr !== undefined) {
      const line = `${download} | '${peers.mlr[0]}' --icsv --implicit-csv-header ${piped} cat > '${out}'`;
      return ['curl | Miller', () => timed('sh', ['-c', line], env, 'ignore')];
    }
    if (format !== 'parquet') return undefined;
    const words = ['--input-type=module', '--eval', duckdb];
    const both = async () =>
      (await curl()) +
      (await timed(process.execPath, words, { ...env, LOG: reference, OUT: out }, 'ignore', root));
    return ['curl, then DuckDB', both];
  };
  /** Measures a Node script that downloads the log to a file without a conversion. */
  const bareNode = () =>
    timed(
      process.execPath,
      ['-e', nodeDownload],
      { ...env, URL: `${url}/keys/${key}/lookups`, TOKEN: token, OUT: join(directory, 'other') },
      'ignore',
    );
  await curl();
  const floor = { curl: [], node: [] };
  for (let round = 0; round < rounds; round += 1) {
    floor.curl.push(await curl());
    floor.node.push(await bareNode());
  }
  const floorRatio = pairedRatio(floor.node, floor.curl);
  const megabytes = (statSync(reference).size / 1e6).toFixed(0);
  const table = part(`Export of ${rows} rows, ${megabytes} MB: ${title}`);
  const theirs = [...floor.curl];
  for (const [format, toFile] of [
    ...formats.map((name) => [name, true]),
    ...(source.isSlow ? [] : formats)
      .filter((name) => name !== 'directory')
      .map((name) => [name, false]),
  ]) {
    const [otherName, other] = (toFile ? otherOf(format) : undefined) ?? [];
    const rounded = { curl: [], ours: [], standalone: [], other: [] };
    for (let round = 0; round < rounds; round += 1) {
      rounded.curl.push({ ms: await curl() });
      const { target, ...ours } = await exported(nodeCommand, format, toFile);
      rounded.ours.push(ours);
      if (round === 0 && format === 'csv') await expectSame(reference, target);
      if (executable !== undefined) {
        rounded.standalone.push(await exported(executable, format, toFile));
      }
      if (other !== undefined) rounded.other.push({ ms: await other() });
    }
    const times = (name) => rounded[name].map(({ ms }) => ms);
    const shown = (name) => {
      const peak = Math.max(...rounded[name].map((run) => run.peak));
      if (peak >= memoryGoal) process.exitCode = 1;
      const cpu = median(rounded[name].map((run) => run.cpu));
      return `${median(times(name)).toFixed(0)} ms, ${cpu.toFixed(2)} s of processor time, ${(peak / 1000).toFixed(0)} MB`;
    };
    theirs.push(...times('curl'));
    const whatToFile = format === 'directory' ? 'Parquet files by day' : `${format} to a file`;
    const what = toFile ? whatToFile : `${format} to standard output`;
    table.add({
      what: `waypost on Node: ${what}`,
      value: shown('ours'),
      beside: 'curl -o',
      ratio: pairedRatio(times('ours'), times('curl')),
      goal: (toFile ? goals : streamGoals)[format],
      why: `waypost uses ${median(rounded.ours.map((run) => run.cpu)).toFixed(2)} s of processor time to download, convert and write the log. A Node script that only downloads and writes the same bytes takes ${floorRatio.toFixed(2)} times as long as curl -o. ${source.why ?? ''}`.trim(),
    });
    if (executable !== undefined) {
      table.add({
        what: `waypost executable: ${what}`,
        value: shown('standalone'),
        beside: 'waypost on Node',
        ratio: pairedRatio(times('standalone'), times('ours')),
        goal: 1.2,
        why: 'The executable runs the same code. The difference is the time that Bun takes for sockets, streams and WebAssembly.',
      });
    }
    if (other !== undefined) {
      table.add({
        what: `${otherName}: ${what}`,
        value: `${median(times('other')).toFixed(0)} ms`,
        beside: 'curl -o',
        ratio: pairedRatio(times('other'), times('curl')),
      });
    }
  }
  table.rows.unshift(
    { what: 'curl -o', value: `${median(theirs).toFixed(0)} ms`, beside: '' },
    {
      what: 'node:http, piped to a file without a conversion',
      value: `${median(floor.node).toFixed(0)} ms`,
      beside: 'curl -o',
      ratio: floorRatio,
    },
  );
  if (peers.mlr === undefined) table.add({ what: 'Miller', value: 'not available' });
  table.add({ what: 'xan (CSV)', value: 'not available in npm or Debian' });
  return table;
}

/** Throws if two files differ. */
async function expectSame(sent, exported) {
  if (!(await isSame(sent, exported)))
    throw new Error('The exported CSV differs from the response.');
}

/** Starts a server that sends the same lookup log for each request. The server runs in a separate thread. */
async function staticServer(directory, rows) {
  const path = join(directory, 'log.csv');
  await writeLog(path, rows);
  const worker = new Worker(new URL(import.meta.url), { workerData: { path } });
  const port = await new Promise((resolve) => worker.once('message', resolve));
  return {
    title: 'from a static server',
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

/** Starts a sandbox as a separate process, and creates a key whose lookup log has this number of rows. */
async function sandbox(directory, rows) {
  const data = join(directory, 'sandbox');
  const started = await startSandbox(nodeCommand, cleanEnvironment(directory), ['--data', data]);
  const { key, user_token: token } = await started.key();
  const now = Date.now();
  await started.control('POST', `/keys/${key}/lookups`, {
    count: rows,
    start: new Date(now - 20 * day).toISOString(),
    end: new Date(now - day).toISOString(),
    tags: ['web', 'checkout'],
  });
  return {
    title: 'from the sandbox',
    isSlow: true,
    url: started.url,
    key,
    token,
    why: 'Both programs wait for the sandbox most of the time, because the sandbox creates the rows for each request.',
    close: started.end,
  };
}

/**
 * Runs a program until it ends. Returns its duration in milliseconds. `output` is the file for the program's standard
 * output.
 */
function timed(program, args, env, output, cwd = '/') {
  const descriptor = output === 'ignore' ? output : openSync(output, 'w');
  const started = process.hrtime.bigint();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', descriptor, 'inherit'] });
    child.once('error', reject);
    child.once('close', (status) => {
      const ms = Number(process.hrtime.bigint() - started) / 1e6;
      if (typeof descriptor === 'number') closeSync(descriptor);
      if (status === 0) resolve(ms);
      else reject(new Error(`${program} ended with ${status}`));
    });
  });
}

/** True if two files are identical. */
async function isSame(a, b) {
  const digests = [a, b].map(async (path) => {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk);
    return hash.digest('hex');
  });
  const [first, second] = await Promise.all(digests);
  return first === second;
}
