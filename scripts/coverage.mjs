// `npm run coverage [tests …]`: which lines and branches of the client, the library, `auth` and the sign-up the tests
// reach, in the process of a test and in the processes that it starts. The tests run in a copy whose sources count.
// Writes test/coverage.md, and the sources line by line into coverage/.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import coverage from 'istanbul-lib-coverage';
import { createInstrumenter } from 'istanbul-lib-instrument';
import { createContext } from 'istanbul-lib-report';
import reports from 'istanbul-reports';
import { copyTree } from './coverage/copy.mjs';
import { sumOfCounts, writerOfCounts } from './coverage/counts.mjs';
import { report } from './coverage/report.mjs';

/** Percent of lines, and of branches, that tests must reach. */
const wanted = 97;

/** Tests of what is judged; others reach no more of it. */
const related = [
  ...['test/client', 'test/lib', 'test/cli', 'test/reference'],
  ...['auth', 'signup', 'profiles', 'key-commands', 'proxies', 'doctor', 'settings', 'schema'].map(
    (name) => `test/e2e/${name}`,
  ),
  ...['foreign-files', 'no-home', 'unsyncable', 'failing-disk', 'lookups-export-state'].map(
    (name) => `test/e2e/${name}`,
  ),
];
const tests = process.argv.length > 2 ? process.argv.slice(2) : related;

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const instrumenter = createInstrumenter({ esModules: true, parserPlugins: ['typescript'] });
const zero = {};

function counting(file, text, common) {
  const path = join(root, file);
  const code = instrumenter.instrumentSync(text, path);
  zero[path] = instrumenter.lastFileCoverage();
  return `import '${common}';\n${code}`;
}

const copy = copyTree(root, {
  rewrite: counting,
  common: writerOfCounts,
  atEachFile: `import { afterAll } from 'vitest';\nafterAll(() => (globalThis as any).__writeCounts?.());\n`,
});
try {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...tests], {
    cwd: copy,
    stdio: 'inherit',
  });
  const coverageMap = coverage.createCoverageMap(sumOfCounts(copy, zero));
  const context = createContext({ dir: join(root, 'coverage'), coverageMap });
  for (const name of ['text', 'text-summary', 'html'])
    reports.create(name, { skipFull: true }).execute(context);
  const text = report(root, coverageMap, coverage.createCoverageMap);
  if (tests === related) writeFileSync(join(root, 'test/coverage.md'), text);
  const { lines, branches } = coverageMap.getCoverageSummary();
  if (status !== 0 || Math.min(lines.pct, branches.pct) < wanted) process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true });
}
