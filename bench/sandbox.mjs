// Measures the sandbox: the time until the sandbox is ready, its memory, place searches, and the download of the lookup
// log during other requests. Compares the place searches with a node:http server that sends a constant body of the same
// size.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { cleanEnvironment, median, nodeCommand, part, root } from './measure.mjs';

const connections = 16;
const seconds = 3;

const beginnings = [
  'ber',
  'lon',
  'par',
  'new',
  'san',
  'mad',
  'rom',
  'del',
  'mex',
  'ger',
  'uni',
  'fra',
];

/**
 * Returns every prefix of the queries in these tables, because a search sends a request for each typed letter. The
 * order is mixed, and is the same in each run.
 */
function everyBeginning(tables) {
  const texts = Object.values(tables)
    .flatMap((table) => table.trim().split('\n'))
    .map((row) => row.split('|')[0].trim());
  const all = [
    ...new Set(texts.flatMap((text) => [...text].map((_, at) => text.slice(0, at + 1)))),
  ];
  return all.map((_, at) => all[(at * 7919) % all.length]);
}

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function run([program, ...words], env) {
  const begun = performance.now();
  const child = spawn(program, words, { stdio: ['ignore', 'pipe', 'inherit'], env });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, line, ms: performance.now() - begun };
}

/** Waits until the sandbox has loaded its places. Returns the duration in milliseconds. */
async function placesReady(origin) {
  const begun = performance.now();
  for (let places = 0; places === 0; ) {
    ({ places } = JSON.parse(await fetchText(`${origin}/_sandbox/health`)));
  }
  return performance.now() - begun;
}

/** Returns the resident memory of a process in MB, or NaN if the system has no /proc. */
function memoryOf({ pid }) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return Number.NaN;
  }
}

/** Starts a sandbox in the background. Returns its resident memory in MB after its first search. */
async function detachedMemory(env) {
  const words = ['sandbox', 'start', '--detach', '--memory', '--json', '--port=0'];
  const { line } = await run([...nodeCommand, ...words], env);
  const { url, pid } = JSON.parse(line);
  await placesReady(new URL(url).origin);
  await fetchText(`${url}/places?query=leeds`, { headers: { Authorization: 'Bearer ak_test' } });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const memory = memoryOf({ pid });
  process.kill(pid);
  return memory;
}

const fetchText = (url, options = {}) =>
  new Promise((resolve, reject) => {
    const asked = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('end', () => resolve(text));
    });
    asked.on('error', reject);
    asked.end(options.body);
  });

/**
 * Sends requests on several connections for a fixed time. Returns the requests per second and the 99th percentile of
 * the latency.
 */
async function load(urls, headers = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times = [];
  const end = performance.now() + seconds * 1000;
  const one = (url) =>
    new Promise((resolve, reject) => {
      get(url, { agent, headers }, (answer) => {
        answer.resume();
        answer.on('end', resolve);
      }).on('error', reject);
    });
  await Promise.all(
    Array.from({ length: connections }, async (_, first) => {
      for (let next = first; performance.now() < end; next += 1) {
        const begun = performance.now();
        await one(urls[next % urls.length]);
        times.push(performance.now() - begun);
      }
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  return { rate: times.length / seconds, p99: at(times, 0.99) };
}

/** Measures the sandbox of the Node build. The sandbox's lookup log has `rows` rows. */
export async function measureSandbox({ rounds, rows, directory }) {
  const env = cleanEnvironment(directory, { XDG_CACHE_HOME: join(directory, 'cache') });
  const data = join(directory, 'sandbox-data');
  const start = (...more) =>
    run(
      [
        ...nodeCommand,
        'sandbox',
        'start',
        '--json',
        '--port=0',
        '--no-rate-limit',
        `--data=${data}`,
        ...more,
      ],
      env,
    );
  const table = part('Sandbox');
  const note = (what, value, unit, { most, least, why } = {}) => {
    const goal = most ?? least;
    const shown = value < 10 ? value.toFixed(1) : value.toFixed(0);
    table.add({
      what,
      value: `${shown} ${unit}`,
      ...(goal === undefined
        ? {}
        : {
            beside: `${goal} ${unit}`,
            ratio: value / goal,
            goal: 1,
            atLeast: least !== undefined,
            why,
          }),
    });
  };
  const bundled = await rolldown({
    input: join(root, 'test/sandbox/places/queries/settlements.ts'),
    platform: 'node',
  });
  await bundled.write({ file: join(directory, 'settlements.cjs'), format: 'cjs' });
  const { settlementQueries } = createRequire(import.meta.url)(join(directory, 'settlements.cjs'));
  const starts = [];
  for (let round = 0; round < rounds; round += 1) {
    const { child, ms } = await start();
    starts.push(ms);
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  note('time until the sandbox accepts requests', median(starts), 'ms', {
    most: 250,
    why: 'Node 20 does not have SQLite, so each start compiles the WebAssembly build of SQLite.',
  });

  const { child, line } = await start();
  const { url } = JSON.parse(line);
  const { origin } = new URL(url);
  // The start and the first search together must take at most one second on a machine that has not cached the files.
  note('additional time until the places are loaded', await placesReady(origin), 'ms', {
    most: 750,
  });
  const { key, user_token } = JSON.parse(
    await fetchText(`${origin}/_sandbox/keys`, { method: 'POST' }),
  );
  const authorization = { Authorization: `Bearer ${key}` };
  const asking = performance.now();
  await fetchText(`${url}/places?query=leeds`, { headers: authorization });
  note('first search', performance.now() - asking, 'ms', { most: 20 });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  note('memory with the places, idle', memoryOf(child), 'MB', { most: 130 });
  note('memory with the places, idle, --detach', await detachedMemory(env), 'MB', { most: 130 });

  const body = await fetchText(`${url}/places?query=${beginnings[0]}`, { headers: authorization });
  const bare = await run(
    [
      process.execPath,
      '-e',
      `const body = ${JSON.stringify(body)};
  require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`,
    ],
    env,
  );
  const searches = beginnings.map((text) => `${url}/places?query=${text}`);
  const typed = everyBeginning(settlementQueries).map(
    (text) => `${url}/places?query=${encodeURIComponent(text)}`,
  );
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    // The benchmark measures the two servers alternately, so that a change in the machine's speed affects both.
    const plain = await load([`http://127.0.0.1:${bare.line}/`]);
    const places = await load(searches, authorization);
    const words = await load(typed, authorization);
    measured.push({ plain, places, words });
  }
  bare.child.kill();
  const of = (name) => median(measured.map((round) => round[name].rate));
  const p99 = (name) => median(measured.map((round) => round[name].p99));
  table.add({
    what: 'node:http with a constant body of the same size',
    value: `${of('plain').toFixed(0)} requests/s, p99 ${p99('plain').toFixed(1)} ms`,
  });
  table.add({
    what: 'GET /places',
    value: `${of('places').toFixed(0)} requests/s`,
    beside: 'node:http',
    ratio: median(measured.map(({ places, plain }) => places.rate / plain.rate)),
    goal: 0.5,
    atLeast: true,
    why: 'The sandbox also runs the search, and checks the key, the limits and the cost of each request.',
  });
  note('GET /places, p99', p99('places'), 'ms', { most: 10 });
  note(`GET /places, ${typed.length} prefixes of queries, p99`, p99('words'), 'ms', {
    most: 5,
  });

  const filling = performance.now();
  await fetchText(`${origin}/_sandbox/keys/${key}/lookups`, {
    method: 'POST',
    body: JSON.stringify({
      count: rows,
      tags: ['bench', 'web'],
      start: Date.now() - 20 * 86_400_000,
    }),
  });
  const filled = (performance.now() - filling) / 1000;
  note(`time to create ${rows} log entries`, filled, 's', { most: 30 });
  note('memory after the log entries were created', memoryOf(child), 'MB');

  let reading = true;
  const waits = [];
  const others = (async () => {
    const agent = new Agent({ keepAlive: true });
    while (reading) {
      const begun = performance.now();
      await fetchText(`${url}/keys/${key}`, { agent });
      waits.push(performance.now() - begun);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    agent.destroy();
  })();
  const begun = performance.now();
  let lines = 0;
  await new Promise((resolve, reject) => {
    get(`${url}/keys/${key}/lookups?user_token=${user_token}`, (answer) => {
      answer.on('data', (piece) => {
        for (let from = piece.indexOf(10); from !== -1; from = piece.indexOf(10, from + 1))
          lines += 1;
      });
      answer.on('end', resolve);
    }).on('error', reject);
  });
  const took = (performance.now() - begun) / 1000;
  reading = false;
  await others;
  waits.sort((a, b) => a - b);
  if (lines !== rows) throw new Error(`The sandbox sent ${lines} of ${rows} rows.`);
  note('download of the lookup log as CSV', lines / took, 'rows/s', { least: 200_000 });
  note(`p99 of ${waits.length} requests during the download`, at(waits, 0.99), 'ms', { most: 15 });
  note('memory after the download', memoryOf(child), 'MB');

  child.kill();
  await once(child, 'exit');

  return table;
}
