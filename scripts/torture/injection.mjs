// Errors, kills and signals at the calls of a command, put there by strace at its system calls, or by a
// module that is loaded before it (calls.cjs) at its calls of node:fs. A first run notes the calls that
// touch its files and its connections; each of them is a point where a fault can be put.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickFrom } from '../random.mjs';

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
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
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

/**
 * Every fault at a point: { call, number, fault, claiming }. On a connection only the command itself
 * ends: what becomes of answers is the part of the faulty service. A claim is under way from the request
 * for a new account's keys to their first byte on the disk.
 */
export function faultsAt({ call, number, isConnection, claiming }, chance) {
  const failures = isConnection ? [] : (errors[call] ?? ['EIO']);
  return ['SIGKILL', pickFrom(signals, chance), ...failures].map((fault) => ({
    call,
    number,
    fault,
    claiming,
  }));
}

/** Whether a fault ends the process, or may end it. */
export const isSignal = ({ fault }) => fault.startsWith('SIG');

/** What a fault is, in words. */
export const faultText = ({ call, number, fault }, lasting) =>
  `${fault} at ${call} ${number}${lasting ? '+' : ''}`;

/** Marks the points between a request for a new account's keys and their first byte on the disk. */
function markClaim(points) {
  const asked = points.findIndex(
    ({ isConnection, about }) => isConnection && about.includes('/v1/sign_up/'),
  );
  if (asked === -1) return points;
  const kept = points.findIndex(
    ({ call, about }, at) => at > asked && call === 'write' && about.includes('.answer'),
  );
  return points.map((point, at) => ({ ...point, claiming: at > asked && at <= kept }));
}

function pointsOf(log, parse) {
  const points = markClaim(parse(readFileSync(log, 'utf8')));
  rmSync(log);
  return points;
}

const straced = [...Object.keys(errors), 'connect'].map((name) => `?${name}`).join(',');
const strace = ['strace', '-f', '--seccomp-bpf', '-e', 'signal=none'];

/**
 * strace. `tracing` notes the calls that a run makes below `home`, whose `points` are read afterwards;
 * `injecting` puts a fault at one of them, or, where it is `lasting`, from there on. Both give options of
 * `runCommand`.
 */
export const bySystemCall = {
  isPossible() {
    try {
      execFileSync('strace', ['-f', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  },
  tracing(home, folder) {
    const log = join(folder, 'calls');
    return {
      options: { wrapper: [...strace, '-y', '-s', '80', '-o', log, '-e', `trace=${straced}`] },
      points: () => pointsOf(log, (text) => stracedPoints(text, home)),
    };
  },
  injecting(_home, { call, number, fault }, lasting) {
    const what = isSignal({ fault }) ? `signal=${fault}` : `error=${fault}`;
    const isLasting = lasting && !isSignal({ fault }) && !nodes.has(call);
    const inject = `inject=${call}:${what}:when=${number}${isLasting ? '+' : ''}`;
    return { wrapper: [...strace, '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject] };
  },
};

/** The calls of the main thread that touched something below `home` or a connection, in order. */
function stracedPoints(text, home) {
  const counts = {};
  const points = [];
  let main;
  for (const line of text.split('\n')) {
    const [, thread, call] = /^(\d+) +(\w+)\(/.exec(line) ?? [];
    if (thread === undefined) continue;
    main ??= thread;
    if (thread !== main) continue;
    counts[call] = (counts[call] ?? 0) + 1;
    const isConnection =
      call === 'connect' || /^\d+ +(?:read|writev?|close)\(\d+<(?:socket|TCP)/.test(line);
    // A path without a slash at its beginning is below the home, where the command runs.
    const words = line.replace(/AT_FDCWD<[^>]*>/g, '');
    const isRelative =
      !/^\d+ +p?(?:read|write)(?:64|v)?\(/.test(line) && /[(,] ?"[^/"]/.test(words);
    const isOurs = words.includes(home) || isRelative;
    if (isConnection || (isOurs && !/\.node_(?:modules|libraries)/.test(words)))
      points.push({ call, number: counts[call], isConnection, about: line });
  }
  return points;
}

const callsPreload = fileURLToPath(new URL('calls.cjs', import.meta.url));

/** The same by a module before the command: for machines without strace, and for calls of other threads. */
export const byPreload = {
  isPossible: () => true,
  tracing(home, folder) {
    const log = join(folder, 'calls');
    return { options: preloading({ home, log }), points: () => pointsOf(log, notedPoints) };
  },
  injecting: (home, { call, number, fault }, lasting) =>
    preloading({ home, call, number, fault, lasting }),
};

function preloading(told) {
  return { preloads: [callsPreload], env: { WAYPOST_TORTURE_CALLS: JSON.stringify(told) } };
}

function notedPoints(text) {
  const counts = {};
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [call] = line.split(' ', 1);
      counts[call] = (counts[call] ?? 0) + 1;
      const isConnection = call === 'request' || call === 'response';
      return { call, number: counts[call], isConnection, about: line };
    });
}
