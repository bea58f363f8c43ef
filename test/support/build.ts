// Builds the command before vitest runs the first test, because the tests run the built command.
import { execFileSync } from 'node:child_process';
import type { TestProject } from 'vitest/node';

export function setup({ vitest }: TestProject): void {
  const words = vitest.config.coverage.enabled ? ['--source-maps'] : [];
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet', ...words], { stdio: 'inherit' });
}
