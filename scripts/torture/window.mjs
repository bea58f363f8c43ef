// The one window that cannot be closed: the service hands out the keys of a new account once, and a kill
// between their arrival and their first write to the disk loses them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCommand } from './command.mjs';
import { makeHome } from './home.mjs';

const preload = fileURLToPath(new URL('window.cjs', import.meta.url));

/** The length of the window over so many sign-ups, in microseconds: { signups, median, longest }. */
export async function claimWindow({ url, folder, signups }) {
  const lengths = [];
  for (let number = 0; number < signups; number += 1) {
    const home = makeHome(folder);
    const file = join(home, 'tmp/window');
    await runCommand(['signup', '--unattended', '--base-url', url, '--json'], {
      home,
      preloads: [preload],
      env: { WAYPOST_TORTURE_WINDOW: file },
    });
    lengths.push(Number(readFileSync(file, 'utf8')) / 1000);
  }
  lengths.sort((a, b) => a - b);
  const rounded = (length) => Math.round(length);
  return {
    signups,
    median: rounded(lengths[Math.floor(signups / 2)]),
    longest: rounded(lengths.at(-1)),
  };
}
