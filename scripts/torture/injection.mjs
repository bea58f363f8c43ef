// Errors, kills and signals at the calls of a command, put there by a module that is loaded before it (calls.cjs)
// at its calls of node:fs. A first run notes the calls that touch its files and its connections; each of them is
// a point where a fault can be put.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickFrom } from '../random.mjs';

const preload = fileURLToPath(new URL('calls.cjs', import.meta.url));

/** What a call may fail with. */
const errors = {
  openat: ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EACCES', 'EMFILE', 'ESTALE'],
  write: ['ENOSPC', 'EDQUOT', 'EIO', 'ESTALE'],
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
  statx: ['EIO', 'EACCES', 'ESTALE'],
  access: ['EIO', 'EACCES', 'ESTALE'],
  readlink: ['EIO', 'EACCES'],
  getdents64: ['EIO', 'ESTALE'],
  utimensat: ['EROFS', 'EACCES'],
};

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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

/** Notes the calls of a run below `home`: options of `runCommand`, and the `points`, which are read afterwards. */
export function tracing(home, directory) {
  const log = join(directory, 'calls');
  return {
    options: preloading({ home, log }),
    points() {
      const points = markClaim(notedPoints(readFileSync(log, 'utf8')));
      rmSync(log);
      return points;
    },
  };
}

/** Puts a fault at a call, or, where it is `lasting`, from there on: options of `runCommand`. */
export const injecting = (home, { call, number, fault }, lasting) =>
  preloading({ home, call, number, fault, lasting });

function preloading(told) {
  return { preloads: [preload], env: { WAYPOST_TORTURE_CALLS: JSON.stringify(told) } };
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
