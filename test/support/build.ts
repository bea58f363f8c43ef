// The tests drive the built command, so it is built once before them.
import { execFileSync } from 'node:child_process';

export function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' });
}
