// Measures the place search without a server: the load time, the memory of the index, and the time for each search. To run
// this benchmark, use `npm run build` and then `node --expose-gc bench/places-search.mjs`.
import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
// The bundle is a file in the repository, because it must find data/ next to package.json, like the normal build.
const cache = join(root, 'node_modules', '.cache', 'places-bench');
mkdirSync(cache, { recursive: true });

async function bundle(input, file) {
  const built = await rolldown({ input: join(root, input), cwd: root, platform: 'node' });
  await built.write({ dir: cache, entryFileNames: file, format: 'cjs' });
  return createRequire(import.meta.url)(join(cache, file));
}

const { openPlaces } = await bundle('src/sandbox/places/places.ts', 'places.cjs');

const { settlementQueries } = await bundle(
  'test/sandbox/places/queries/settlements.ts',
  'settlements.cjs',
);

const { areaQueries, beginningQueries, nonsense } = await bundle(
  'test/sandbox/places/queries/areas.ts',
  'areas.cjs',
);

const memory = () => {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
};

const memoryBefore = memory();
const start = performance.now();
let longest = 0;
let last = start;

const watch = setInterval(() => {
  longest = Math.max(longest, performance.now() - last);
  last = performance.now();
}, 1);

const places = await openPlaces();
longest = Math.max(longest, performance.now() - last);
clearInterval(watch);
console.log(`${places.size} places, ready after ${(performance.now() - start).toFixed(0)} ms`);
console.log(`longest time that loading blocked the event loop: ${longest.toFixed(0)} ms`);
// The decompressor keeps the decompressed document in memory for a short time.
await setTimeout(1000);
console.log(`memory of the places and the index: ${(memory() - memoryBefore).toFixed(1)} MB`);

const queries = [...Object.values(settlementQueries), areaQueries, beginningQueries, nonsense];

const typed = queries
  .flatMap((table) => table.trim().split('\n'))
  .map((line) => line.split('|')[0].trim());

const beginnings = [
  ...new Set(typed.flatMap((text) => [...text].map((_, at) => text.slice(0, at + 1)))),
];

const ask = (text) => ({ text, countries: [], biasCountries: [] });

function measure(label, texts, query = ask) {
  const times = texts.map((text) => {
    const begun = performance.now();
    places.search(query(text));
    return (performance.now() - begun) * 1000;
  });
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];
  console.log(
    `${label}: ${times.length} searches, p50 ${at(0.5).toFixed(0)} µs, p99 ${at(0.99).toFixed(0)} µs, most ${times.at(-1).toFixed(0)} µs`,
  );
}

measure('every prefix of every query, first searches after loading', beginnings);
measure('the same prefixes again, with cached results', beginnings);
let nonce = 0;
// A country bias that matches no place makes each query unique, but does not change the work for the search.
measure('the same prefixes again, without cached results', beginnings, (text) => {
  nonce += 1;
  return { ...ask(text), biasCountries: [`${nonce}`] };
});
