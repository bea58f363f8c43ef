// Finds the commit from which waypost is built.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** Returns the full hash of the commit in this directory, or null if the directory is not a Git repository. */
export function commitOf(directory) {
  const git = (...words) =>
    execFileSync('git', words, { cwd: directory, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    // A source archive can be unpacked inside the repository of another project.
    const top = realpathSync(git('rev-parse', '--show-toplevel'));
    return top === realpathSync(directory) ? git('rev-parse', 'HEAD') : null;
  } catch {
    return null;
  }
}
