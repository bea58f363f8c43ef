// Starts the built sandbox, because the tests must run the released code. The types are those of the source.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { RunningSandbox, SandboxOptions } from '../../src/sandbox/server/start';

export type { RunningSandbox, SandboxOptions };

const load = createRequire(__filename);

/** Starts a built sandbox. See `startSandbox` in src/sandbox/server/start.ts. */
export function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  // This code loads the build with the first sandbox, so that vitest can list the tests without a build.
  const built: typeof import('../../src/sandbox/server/start') = load(
    join(__dirname, '../../dist/sandbox-server.js'),
  );
  return built.startSandbox(options);
}
