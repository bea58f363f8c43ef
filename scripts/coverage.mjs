// What `npx vitest run --coverage` counts with (vitest.config.mts): vitest's own provider, which sees the process of a
// test and what Vite loads there. Processes that tests start report to Node's NODE_V8_COVERAGE, and they run the built
// code.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from '@vitest/coverage-v8';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const builtUrl = pathToFileURL(dist).href;

/** A file of the build as it is, and the map to its sources that the build has put beside it. */
function built(file) {
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return { code: readFileSync(file, 'utf8'), map };
}

export default {
  ...v8,
  startCoverage(options) {
    process.env.NODE_V8_COVERAGE = process.env.COVERAGE_OF_PROCESSES;
    return v8.startCoverage(options);
  },
  async getProvider() {
    const provider = await v8.getProvider();
    const { generateCoverage, transformFile } = provider;
    const reports = mkdtempSync(join(tmpdir(), 'waypost-coverage-'));
    // Some tests run the command as another user.
    chmodSync(reports, 0o1777);
    process.env.COVERAGE_OF_PROCESSES = reports;
    return Object.assign(provider, {
      transformFile: async (file, ...rest) =>
        file.startsWith(dist) ? built(file) : transformFile.call(provider, file, ...rest),
      async generateCoverage(context) {
        for (const name of readdirSync(reports)) {
          const { result } = JSON.parse(readFileSync(join(reports, name), 'utf8'));
          const coverage = { result: result.filter(({ url }) => url.startsWith(builtUrl)) };
          provider.onAfterSuiteRun({
            coverage,
            environment: 'ssr',
            projectName: 'shared',
            testFiles: [name],
          });
        }
        rmSync(reports, { recursive: true });
        const map = await generateCoverage.call(provider, context);
        // What the bundler itself adds has no source.
        map.filter((file) => !file.startsWith(dist));
        return map;
      },
    });
  },
};
