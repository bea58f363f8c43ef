// Whether a small disk can be mounted, so that a test can fill it.
import { execFileSync } from 'node:child_process';
import { requirement } from './requirement';

export const canMount = requirement('full disk', () => {
  if (process.platform !== 'linux') return 'mount is that of Linux';
  try {
    execFileSync('unshare', ['-m', 'sh', '-c', 'mount -t tmpfs -o size=64k none /mnt'], {
      stdio: 'ignore',
    });
    return undefined;
  } catch {
    return 'this user cannot mount file systems';
  }
});
