// Runs the built command in this process, with the types of its source.
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Built = typeof import('../../src/cli/run/run');

const load = createRequire(__filename);

/** See `run` in src/cli/run/run.ts. Loaded at the first run, so that tests can be listed without a build. */
export function run(...words: Parameters<Built['run']>): ReturnType<Built['run']> {
  const built: Built = load(join(__dirname, '../../dist/run.js'));
  return built.run(...words);
}
