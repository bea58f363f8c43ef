// The built sandbox, with the types of its source: the tests run the released code.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/server/start';

export type { RunningSandbox, SandboxOptions };

const load = createRequire(__filename);

/** Starts a sandbox of the build; see `startSandbox` in src/sandbox/server/start.ts. */
export function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  // Loaded with the first sandbox, so that tests can be listed without a build.
  const built: typeof import('../../src/sandbox/server/start') = load(
    join(__dirname, '../../dist/sandbox-server.js'),
  );
  return built.startSandbox(options);
}
