// Runs the command as a different user than the tests. Only root can do this.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyForOthers } from '../../scripts/copy-for-others.mjs';
import { requirement } from './requirement';
import { scratchDirectory } from './scratch';
import { isNodeBuild, type RunOptions } from './tool';

/** True if the tests run as root, and if another user can run this Node and use the temporary directory. See `requirement`. */
export const hasOtherUsers = requirement('other users', () => {
  if (process.getuid?.() !== 0) return 'only root can run a command as another user';
  const words = ['-e', 'fs.accessSync(process.argv[1])', tmpdir()];
  const { status } = spawnSync(process.execPath, words, { uid: 54_321, gid: 54_321, cwd: '/' });
  return status === 0 ? undefined : `other users cannot use ${process.execPath} or ${tmpdir()}`;
});

/**
 * Returns options that run the command as another user. Copies the build to a directory that the user can read, because the
 * user might not have access to the repository. Call this function at the top level of a test file.
 */
export function asUser(user: number): Pick<RunOptions, 'user' | 'entry'> {
  if (!hasOtherUsers || !isNodeBuild) return { user };
  const directory = scratchDirectory();
  copyForOthers(directory);
  return { user, entry: join(directory, 'bin/waypost.js') };
}
