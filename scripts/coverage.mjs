// The coverage provider for `npm run coverage` (vitest.config.mts). Vitest's own provider measures only code that Vite
// loads in the process of a test. This provider also measures the processes that tests start. These processes run the
// built code and write reports to the directory in NODE_V8_COVERAGE.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import v8 from '@vitest/coverage-v8';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const builtUrl = pathToFileURL(dist).href;

/** Reads a file of the build and its source map. */
function built(file) {
  const map = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
  return { code: readFileSync(file, 'utf8'), map };
}

/**
 * Returns the results in the report of a process, or an empty list if the report is incomplete because a test killed
 * the process.
 */
function resultsIn(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).result;
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
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
    // Some tests run the command as another user, who must be able to write to this directory.
    chmodSync(reports, 0o1777);
    process.env.COVERAGE_OF_PROCESSES = reports;
    return Object.assign(provider, {
      transformFile: async (file, ...rest) =>
        file.startsWith(dist) ? built(file) : transformFile.call(provider, file, ...rest),
      async generateCoverage(context) {
        for (const name of readdirSync(reports)) {
          const result = resultsIn(join(reports, name));
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
        // Code that the bundler adds has no source.
        map.filter((file) => !file.startsWith(dist));
        return map;
      },
    });
  },
};
