// Runs the command as another user than the tests, which only root can do.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copyForOthers } from '../../scripts/copy-for-others.mjs';
import { requirement } from './requirement';
import { scratchDirectory } from './scratch';
import { isNodeBuild, type RunOptions } from './tool';

/** Whether commands can run as another user, who must be able to read this Node and the temporary directory. */
export const hasOtherUsers = requirement('other users', () => {
  if (process.getuid?.() !== 0) return 'only root can run a command as another user';
  const words = ['-e', 'fs.accessSync(process.argv[1])', tmpdir()];
  const { status } = spawnSync(process.execPath, words, { uid: 54_321, gid: 54_321, cwd: '/' });
  return status === 0 ? undefined : `others cannot use ${process.execPath} or ${tmpdir()}`;
});

/** Returns a function that runs the command as a user who cannot read this repository. Call it at the top of a file. */
export function asUser(user: number): Pick<RunOptions, 'user' | 'entry'> {
  if (!hasOtherUsers || !isNodeBuild) return { user };
  const directory = scratchDirectory();
  copyForOthers(directory);
  return { user, entry: join(directory, 'bin/waypost.js') };
}
