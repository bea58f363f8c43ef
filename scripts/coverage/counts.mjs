// Counters of Istanbul, from many processes.
import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the processes of the tests in `copy` write their counters. */
const folder = (copy) => join(copy, 'counts');

/**
 * A module that writes the counters of its process when it ends, and when `__writeCounts` is called. It asks for the
 * file system in a way that a test does not put something else in its place.
 */
export function writerOfCounts(copy) {
  mkdirSync(folder(copy));
  chmodSync(folder(copy), 0o777);
  return `
    const scope = globalThis as any;
    let written = 0;
    function writeCounts() {
      const { writeFileSync } = process.getBuiltinModule('node:fs');
      const counts = Object.entries<any>(scope.__coverage__ ?? {});
      written += 1;
      const name = [process.pid, process.hrtime.bigint(), written].join('-');
      const kept = counts.map(([path, { s, f, b }]) => [path, { s, f, b }]);
      writeFileSync(${JSON.stringify(`${folder(copy)}/`)} + name, JSON.stringify(kept));
      for (const [, { s, f, b }] of counts) {
        for (const counters of [s, f, ...Object.values<any>(b)]) {
          for (const key in counters) counters[key] = 0;
        }
      }
    }
    if (scope.__writeCounts === undefined) {
      scope.__writeCounts = writeCounts;
      process.on('exit', writeCounts);
      // A process that ends itself by a signal sees no exit.
      const { kill } = process;
      process.kill = (pid, signal) => {
        if (pid === process.pid && signal !== 0) writeCounts();
        return kill.call(process, pid, signal);
      };
    }
  `;
}

/** Adds up what was written. `zero` has the counters of every file at zero, by path. */
export function sumOfCounts(copy, zero) {
  const sum = structuredClone(zero);
  for (const name of readdirSync(folder(copy))) {
    for (const [path, counts] of JSON.parse(readFileSync(join(folder(copy), name), 'utf8'))) {
      for (const kind of ['s', 'f', 'b']) add(sum[path][kind], counts[kind]);
    }
  }
  return sum;
}

function add(sum, counters) {
  for (const [key, count] of Object.entries(counters)) {
    if (typeof count === 'number') sum[key] += count;
    else add(sum[key], count);
  }
}
