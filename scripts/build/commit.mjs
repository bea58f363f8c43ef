// The commit of the build.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** The full hash of the checkout in this directory; null if it is none. */
export function commitOf(directory) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    // A source archive may be inside the checkout of another project.
    const top = realpathSync(git('rev-parse', '--show-toplevel'));
    return top === realpathSync(directory) ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}
