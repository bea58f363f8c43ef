// Errors and kills at system calls, by strace's injection. A first run under strace tells which calls of
// the command's main thread touch its files; each of them is a point where a fault can be put.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What a call may fail with. */
const errors = {
  openat: ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EMFILE', 'ESTALE'],
  write: ['ENOSPC', 'EDQUOT', 'EIO', 'ESTALE'],
  pwrite64: ['ENOSPC', 'EDQUOT', 'EIO', 'ESTALE'],
  writev: ['ENOSPC', 'EIO'],
  fsync: ['EINVAL', 'EIO', 'ENOSPC', 'EDQUOT'],
  fdatasync: ['EINVAL', 'EIO', 'ENOSPC'],
  close: ['EIO', 'ENOSPC', 'EDQUOT'],
  rename: ['ENOSPC', 'EXDEV', 'EACCES', 'EROFS', 'EIO', 'ESTALE'],
  link: ['EPERM', 'EXDEV', 'EMLINK', 'EACCES', 'EROFS', 'ENOSPC'],
  unlink: ['EACCES', 'EROFS', 'EIO', 'ESTALE'],
  rmdir: ['EACCES', 'EROFS', 'EIO'],
  mkdir: ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO'],
  chmod: ['EPERM', 'EROFS', 'EIO'],
  fchmod: ['EPERM', 'EROFS', 'EIO'],
  ftruncate: ['EIO', 'ENOSPC', 'EROFS'],
  read: ['EIO', 'ESTALE'],
  pread64: ['EIO', 'ESTALE'],
  statx: ['EIO', 'EACCES', 'ESTALE'],
  access: ['EIO', 'EACCES', 'ESTALE'],
  readlink: ['EIO', 'EACCES'],
  getdents64: ['EIO', 'ESTALE'],
  utimensat: ['EROFS', 'EACCES'],
};
/** Calls that Node makes for itself, too: where they fail for good, it ends before the command. */
const nodes = new Set([
  'openat',
  'read',
  'pread64',
  'statx',
  'access',
  'readlink',
  'close',
  'write',
  'writev',
]);
const traced = Object.keys(errors)
  .map((name) => `?${name}`)
  .join(',');

/** Whether strace can be used here. */
export function canTrace() {
  try {
    execFileSync('strace', ['-f', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** The words that run a command under strace and note its calls. */
export function tracing(folder) {
  const log = join(folder, 'calls');
  return {
    wrapper: [
      'strace',
      '-f',
      '--seccomp-bpf',
      '-y',
      '-o',
      log,
      '-e',
      `trace=${traced}`,
      '-e',
      'signal=none',
    ],
    /**
     * The calls that touched something below `home`, with their number of that call in the main thread,
     * in order: { call, number }. The files of the harness itself are left out.
     */
    points(home) {
      const counts = {};
      const points = [];
      let main;
      for (const line of readFileSync(log, 'utf8').split('\n')) {
        const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
        if (thread === undefined) continue;
        main ??= thread;
        if (thread !== main) continue;
        counts[call] = (counts[call] ?? 0) + 1;
        // A path without a slash at its beginning is below the home, where the command runs.
        const words = line.replace(/AT_FDCWD<[^>]*>/g, '');
        const isRelative =
          !/^\d+ +p?(?:read|write)(?:64|v)?\(/.test(line) && /[(,] ?"[^/"]/.test(words);
        const isOurs = words.includes(home) || isRelative;
        const touched = isOurs && !/\/peak-|\.node_(?:modules|libraries)/.test(words);
        if (touched) points.push({ call, number: counts[call] });
      }
      rmSync(log);
      return points;
    },
  };
}

/** Every fault at a point: { call, number, fault }. */
export function faultsAt({ call, number }) {
  return ['kill', ...(errors[call] ?? ['EIO'])].map((fault) => ({ call, number, fault }));
}

/** The words that run a command under strace with a fault at one of its calls, or from there on. */
export function injecting({ call, number, fault }, lasting = false) {
  const what = fault === 'kill' ? 'signal=KILL' : `error=${fault}`;
  const isLasting = lasting && fault !== 'kill' && !nodes.has(call);
  const when = isLasting ? `${number}+` : number;
  return [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-o',
    '/dev/null',
    '-e',
    `trace=${call}`,
    '-e',
    'signal=none',
    '-e',
    `inject=${call}:${what}:when=${when}`,
  ];
}
