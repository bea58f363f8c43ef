// Measures the sandbox: when it is ready, what memory it takes, place searches beside a bare node:http
// server that answers a constant body of the same size, and the lookup log as CSV beside other requests.
// Run with `npm run bench:sandbox`; `--rows` makes the log shorter.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, request } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { writeDump } from './dump.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const rows = Number(/^--rows=(\d+)$/.exec(process.argv[2] ?? '')?.[1] ?? 1_000_000);
const dumpRows = 250_000;
const connections = 16;
const seconds = 3;
const rounds = 3;
const folder = mkdtempSync(join(tmpdir(), 'sandbox-bench-'));
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

const bundled = await rolldown({
  input: join(root, 'test/sandbox/places/queries/settlements.ts'),
  platform: 'node',
});
await bundled.write({ file: join(folder, 'settlements.cjs'), format: 'cjs' });
const { settlementQueries } = createRequire(import.meta.url)(join(folder, 'settlements.cjs'));

/** What is sent while the queries of a table are typed, shuffled the same way every time. */
function everyBeginning(tables) {
  const texts = Object.values(tables)
    .flatMap((table) => table.trim().split('\n'))
    .map((row) => row.split('|')[0].trim());
  const all = [
    ...new Set(texts.flatMap((text) => [...text].map((_, at) => text.slice(0, at + 1)))),
  ];
  return all.map((_, at) => all[(at * 7919) % all.length]);
}

const table = [];
const note = (what, value, goal = '') => table.push([what, value, goal]);
const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

async function run(words) {
  const begun = performance.now();
  const child = spawn(process.execPath, words, {
    stdio: ['ignore', 'pipe', 'inherit'],
    // The index of the dump is not to stay in the user's cache.
    env: { ...process.env, XDG_CACHE_HOME: folder },
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  return { child, line, ms: performance.now() - begun };
}

const start = (...more) =>
  run([
    join(root, 'bin/waypost.js'),
    ...['sandbox', 'start', '--json', '--port=0', '--no-rate-limit', `--data=${folder}`],
    ...more,
  ]);

/** Waits until the sandbox has its places; milliseconds that took. */
async function placesReady(origin) {
  const begun = performance.now();
  for (let places = 0; places === 0; ) {
    ({ places } = JSON.parse(await fetchText(`${origin}/_sandbox/health`)));
  }
  return performance.now() - begun;
}

/** Resident memory of a process in MB; where /proc is missing, unknown. */
function memoryOf({ pid }) {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return `${Math.round(Number(kilobytes) / 1024)} MB`;
  } catch {
    return 'unknown';
  }
}

/** Resident memory of a sandbox that was started in the background, after a first search. */
async function detachedMemory() {
  const words = ['sandbox', 'start', '--detach', '--memory', '--json', '--port=0'];
  const { line } = await run([join(root, 'bin/waypost.js'), ...words]);
  const { url, pid } = JSON.parse(line);
  await placesReady(new URL(url).origin);
  await fetchText(`${url}/places?query=leeds`, { headers: { Authorization: 'Bearer ak_test' } });
  await new Promise((resolve) => setTimeout(resolve, 2000));
  const memory = memoryOf({ pid });
  process.kill(pid);
  return memory;
}

/** Processor time of a process so far, in milliseconds; where /proc is missing, unknown. */
function processorTimeOf({ pid }) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  } catch {
    return Number.NaN;
  }
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

/** Asks on so many connections for so long; requests a second, and the time by which 99 % had an answer. */
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

const middle = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const starts = [];
for (let round = 0; round < rounds; round += 1) {
  const { child, ms } = await start();
  starts.push(ms);
  child.kill('SIGKILL');
  await once(child, 'exit');
}
note('ready after', `${middle(starts).toFixed(0)} ms`, '400 ms');

const { child, line } = await start();
const { url } = JSON.parse(line);
const { origin } = new URL(url);
note('places ready after that', `${(await placesReady(origin)).toFixed(0)} ms`, '100 ms');
const { key, user_token } = JSON.parse(
  await fetchText(`${origin}/_sandbox/keys`, { method: 'POST' }),
);
const authorization = { Authorization: `Bearer ${key}` };
const asking = performance.now();
await fetchText(`${url}/places?query=leeds`, { headers: authorization });
note('first search', `${(performance.now() - asking).toFixed(0)} ms`, '20 ms');
await new Promise((resolve) => setTimeout(resolve, 2000));
note('memory, idle with the places', memoryOf(child), '110 MB');
note('the same, started with --detach', await detachedMemory(), '110 MB');

const body = await fetchText(`${url}/places?query=${beginnings[0]}`, { headers: authorization });
const bare = await run([
  '-e',
  `const body = ${JSON.stringify(body)};
  require('node:http').createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
    response.end(body);
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port); });`,
]);
const searches = beginnings.map((text) => `${url}/places?query=${text}`);
const typed = everyBeginning(settlementQueries).map(
  (text) => `${url}/places?query=${encodeURIComponent(text)}`,
);
const measured = [];
for (let round = 0; round < rounds; round += 1) {
  // One after the other each time, so that a busy moment of the machine strikes both.
  const plain = await load([`http://127.0.0.1:${bare.line}/`]);
  const places = await load(searches, authorization);
  const words = await load(typed, authorization);
  measured.push({ plain, places, words, ratio: places.rate / plain.rate });
}
bare.child.kill();
measured.sort((a, b) => a.ratio - b.ratio);
const { plain, places, words, ratio } = measured[Math.floor(rounds / 2)];
note('bare node:http', `${plain.rate.toFixed(0)} requests/s, p99 ${plain.p99.toFixed(1)} ms`);
note(
  'GET /places',
  `${places.rate.toFixed(0)} requests/s, p99 ${places.p99.toFixed(1)} ms`,
  'p99 10 ms',
);
note(
  `GET /places, ${typed.length} texts, a letter at a time`,
  `${words.rate.toFixed(0)} requests/s, p99 ${words.p99.toFixed(1)} ms`,
  'p99 5 ms',
);
note('GET /places beside bare node:http', ratio.toFixed(2), '0.5');

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
note(`${rows} log rows made`, `${filled.toFixed(1)} s`, '30 s');
note('memory after that', memoryOf(child));

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
if (lines !== rows) throw new Error(`${lines} rows came of ${rows}`);
note('lookup log as CSV', `${(lines / took).toFixed(0)} rows/s`, '200000 rows/s');
note(
  'other requests meanwhile',
  `p99 ${at(waits, 0.99).toFixed(1)} ms of ${waits.length}`,
  '15 ms',
);
note('memory after that', memoryOf(child));

child.kill();
await once(child, 'exit');

// The same with a large dump on top of the bundled places: 250,000 rows in GeoNames' format.
const dump = join(folder, 'dump');
const dumped = await writeDump(root, dump, dumpRows);
const indexing = await start(`--places=${dump}`);
const indexed = await placesReady(new URL(JSON.parse(indexing.line).url).origin);
note(`${dumpRows} rows of a dump, first start`, `index made in ${(indexed / 1000).toFixed(1)} s`);
indexing.child.kill();
await once(indexing.child, 'exit');
const large = await start(`--places=${dump}`);
const base = JSON.parse(large.line).url;
const opened = large.ms + (await placesReady(new URL(base).origin));
note('ready with its places, next start', `${opened.toFixed(0)} ms`, '1000 ms');
const account = JSON.parse(
  await fetchText(`${new URL(base).origin}/_sandbox/keys`, { method: 'POST' }),
);
const beginningsOfDump = everyBeginning({ names: dumped.join('\n') });
const before = processorTimeOf(large.child);
const found = await load(
  beginningsOfDump.map((text) => `${base}/places?query=${encodeURIComponent(text)}`),
  { Authorization: `Bearer ${account.key}` },
);
note(
  `GET /places, ${beginningsOfDump.length} texts`,
  `${found.rate.toFixed(0)} requests/s, p99 ${found.p99.toFixed(1)} ms`,
  'p99 30 ms',
);
const perSearch = (processorTimeOf(large.child) - before) / (found.rate * seconds);
note('processor time of a search', `${perSearch.toFixed(2)} ms`);
note('memory after that', memoryOf(large.child), '350 MB');
large.child.kill();
await once(large.child, 'exit');
rmSync(folder, { recursive: true, force: true });
const width = (column) => Math.max(...table.map((row) => row[column].length));
for (const [what, value, goal] of table) {
  console.log(
    `${what.padEnd(width(0))}  ${value.padEnd(width(1))}  ${goal && `goal ${goal}`}`.trimEnd(),
  );
}
