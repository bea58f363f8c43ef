// Builds the command once before the tests, which run the built command.
import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

export function setup({ vitest }: TestProject): void {
  const words = vitest.config.coverage.enabled ? ['--source-maps'] : [];
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet', ...words], { stdio: 'inherit' });
}
