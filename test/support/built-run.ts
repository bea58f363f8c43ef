// Runs the built command in this process. The types are those of the source.
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Built = typeof import('../../src/cli/run/run');

const load = createRequire(__filename);

/**
 * Calls `run` of src/cli/run/run.ts in the build. Loads the build at the first call, so that vitest can list tests
 * without a build.
 */
export function run(...words: Parameters<Built['run']>): ReturnType<Built['run']> {
  const built: Built = load(join(__dirname, '../../dist/run.js'));
  return built.run(...words);
}
