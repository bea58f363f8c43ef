// Injects errors, kills and signals at the calls of a command. Node loads calls.cjs before the command, and calls.cjs
// injects these faults. A first run logs the calls that use the command's files and connections. Each of these calls
// can get a fault in a later run.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickFrom } from '../random.mjs';

const preload = fileURLToPath(new URL('calls.cjs', import.meta.url));

/** The errors with which each call can fail. */
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
 * Returns every fault for a call: { call, number, fault, claiming }. Calls on a connection get only kills and signals,
 * because service.mjs tests faulty responses. `claiming` is true for calls after the request for a new account's keys,
 * up to the call that writes the first byte of the response to disk.
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

/** True if a fault is a signal that can end the process. */
export const isSignal = ({ fault }) => fault.startsWith('SIG');

/** Describes a fault. */
export const faultText = ({ call, number, fault }, lasting) =>
  `${fault} at ${call} ${number}${lasting ? '+' : ''}`;

/** Sets `claiming`, which `faultsAt` describes, for each call. */
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

/**
 * Returns options for `runCommand` that log the calls below `home`, and `points()`, which reads the log after the run.
 */
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

/**
 * Returns options for `runCommand` that inject a fault at a call. If `lasting` is true, also injects the fault at all
 * later calls.
 */
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
