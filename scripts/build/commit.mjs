// The commit that is built.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** The whole hash of the checkout in this directory; null where it is none. */
export function commitOf(directory) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    // A source archive may lie inside the checkout of something else.
    const top = realpathSync(git('rev-parse', '--show-toplevel'));
    return top === realpathSync(directory) ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}
