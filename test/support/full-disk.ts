// Checks whether a test can mount a small file system and fill the file system.
import { execFileSync } from 'node:child_process';
import { requirement } from './requirement';

export const canMount = requirement('full disk', () => {
  if (process.platform !== 'linux') return 'the tests use the mount command of Linux';
  try {
    execFileSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt'], {
      stdio: 'ignore',
    });
    return undefined;
  } catch {
    return 'this user cannot mount file systems';
  }
});
