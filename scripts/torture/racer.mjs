// A user who swaps what stands at a path, as fast as he can, until he is killed:
// node racer.mjs <path> <victim> <seed>. Says so before the first time.
import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chanceFrom, pickFrom } from '../random.mjs';

const [path, victim, seed] = process.argv.slice(2);
const chance = chanceFrom(Number(seed));
const own = join(dirname(path), `racer-${process.pid}`);
const makers = [
  () => symlinkSync(victim, own),
  () => symlinkSync('nowhere', own),
  () => linkSync(victim, own),
  () => mkdirSync(own),
  () => writeFileSync(own, '{}', { mode: 0o666 }),
  () => execFileSync('mkfifo', ['-m', '666', own], { stdio: 'ignore' }),
];
process.stdout.write('ready\n');
for (;;) {
  try {
    pickFrom(makers, chance)();
    if (chance() < 0.5) rmSync(path, { recursive: true });
    renameSync(own, path);
  } catch {
    try {
      rmSync(own, { recursive: true, force: true });
    } catch {
      // The tool has closed the directory to others.
      break;
    }
  }
}
