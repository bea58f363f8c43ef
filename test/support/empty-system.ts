// A system that contains only one executable: no shell, no Node and no other file. It is a chroot(1) directory with /dev and
// /proc, as in every container.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { requirement } from './requirement';
import { finished, type Run } from './shell';

/** Whether this machine allows chroot and mounts. */
export const canChroot = requirement('chroot', () => {
  if (process.geteuid?.() !== 0) return 'only root can change the root directory';
  const { status } = spawnSync('unshare', ['--mount', 'chroot', '/', 'true']);
  return status === 0 ? undefined : 'chroot(1), unshare(1) and the right to mount are needed';
});

/** The script runs in its own mount namespace. Its arguments are the directory, a variable, and the command. */
const script = `
change=$(command -v chroot)
mount -t proc proc "$1/proc"
mount --rbind /dev "$1/dev"
root=$1
variable=$2
shift 2
exec env -i HOME=/root "$variable" "$change" "$root" /bin/waypost "$@"
`;

/** Creates such a system in a directory. Returns a function that runs the executable in it to its end. */
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
