// Creates a system that contains only one executable and its libraries, but no shell and no Node. The system is a chroot(1)
// directory with /dev and /proc, like a container.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requirement } from './requirement';
import { finished, type Run } from './shell';

/** True if this user can use chroot and mount file systems on this machine. See `requirement`. */
export const canChroot = requirement('chroot', () => {
  if (process.geteuid?.() !== 0) return 'only root can change the root directory';
  const { status } = spawnSync('unshare', ['--mount', 'chroot', '/', 'true']);
  return status === 0 ? undefined : 'chroot(1), unshare(1) or the permission to mount is missing';
});

/**
 * The shell script that runs the executable in a separate mount namespace. The arguments of the script are the directory, an
 * environment variable, and the command's arguments.
 */
const script = `
change=$(command -v chroot)
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
root=$1
variable=$2
shift 2
exec env -i HOME=/root "$variable" "$change" "$root" /bin/waypost "$@"
`;

/** Creates the system in a directory. Returns a function that runs the executable in the system until it ends. */
export function emptySystem(
  root: string,
  executable: string,
): (words: readonly string[], baseUrl?: string, input?: string) => Promise<Run> {
  const put = (file: string, path = file) => {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    copyFileSync(file, join(root, path));
  };
  for (const name of ['proc', 'dev', 'tmp', 'root', 'etc']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  writeFileSync(join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/false\n');
  put(executable, '/bin/waypost');
  const libraries = execFileSync('ldd', [executable], { encoding: 'utf8' });
  for (const [path] of libraries.matchAll(/\/\S+/g)) put(path);
  return (words, baseUrl = '', input = '') => {
    const variable = `WAYPOST_BASE_URL=${baseUrl}`;
    const child = spawn(
      'unshare',
      ['--mount', 'sh', '-ec', script, 'sh', root, variable, ...words],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    return finished(child);
  };
}
