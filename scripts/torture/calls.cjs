// Node.js loads this module before the command (node --require). The module logs the command's requests and the file
// system calls below a home directory, or injects a fault at one of these calls: an error, or a signal to the process.
// The JSON in WAYPOST_TORTURE_CALLS is { home, log } to log the calls, or { home, call, number, fault, lasting } to
// inject a fault.
'use strict';
const fs = require('node:fs');
const { constants } = require('node:os');
const { subscribe } = require('node:diagnostics_channel');
const { resolve } = require('node:path');

const { home, log, call, number, fault, lasting } = JSON.parse(process.env.WAYPOST_TORTURE_CALLS);
const { appendFileSync } = fs;
const counts = {};
/** True while a function of node:fs runs, because it can call other functions of node:fs. */
let inside = false;
/** The paths of the open files below the home directory, by file descriptor. */
const open = new Map();

/** The functions of node:fs that make each system call. */
const functions = {
  openat: ['open', 'opendir', 'createReadStream', 'createWriteStream'],
  read: ['read', 'readv', 'readFile'],
  write: ['write', 'writev', 'writeFile', 'appendFile'],
  fsync: ['fsync'],
  fdatasync: ['fdatasync'],
  close: ['close'],
  rename: ['rename'],
  link: ['link', 'symlink', 'copyFile'],
  unlink: ['unlink', 'rm'],
  rmdir: ['rmdir'],
  mkdir: ['mkdir', 'mkdtemp'],
  chmod: ['chmod'],
  fchmod: ['fchmod'],
  ftruncate: ['ftruncate', 'truncate'],
  statx: ['stat', 'lstat', 'fstat'],
  readlink: ['readlink', 'realpath'],
  getdents64: ['readdir'],
  access: ['access'],
  utimensat: ['utimes', 'futimes'],
};

/** Counts and logs a call. If the fault is for this call, sends the signal, or returns the error to throw. */
function reached(name, about) {
  counts[name] = (counts[name] ?? 0) + 1;
  if (log !== undefined) appendFileSync(log, `${name} ${about}\n`);
  const isIt =
    name === call && (counts[name] === number || (lasting === true && counts[name] > number));
  if (!isIt) return undefined;
  if (fault in constants.signals) {
    process.kill(process.pid, fault);
    return undefined;
  }
  return Object.assign(new Error(`${fault}: injected, ${name} '${about}'`), {
    code: fault,
    errno: -constants.errno[fault],
    syscall: name,
  });
}

/** Returns the path that a call uses, or undefined if the path is not below the home directory. */
function subject(name, [first, second]) {
  if (typeof first === 'number') return open.get(first);
  const paths = name === 'rename' || name === 'link' ? [first, second] : [first];
  return paths.map((path) => resolve(String(path))).find((path) => path.startsWith(home));
}

for (const [name, ofNode] of Object.entries(functions)) {
  for (const one of ofNode) {
    const sync = fs[`${one}Sync`];
    if (sync !== undefined) {
      const wrapped = (...words) => {
        if (inside) return sync(...words);
        inside = true;
        try {
          const about = subject(name, words);
          const error = about === undefined ? undefined : reached(name, about);
          // The operating system closes the file even if close() fails.
          if (error !== undefined && one === 'close') sync(...words);
          if (error !== undefined) throw error;
          const result = sync(...words);
          if (one === 'open') open.delete(result);
          if (one === 'open' && about !== undefined) open.set(result, about);
          if (one === 'close') open.delete(words[0]);
          return result;
        } finally {
          inside = false;
        }
      };
      fs[`${one}Sync`] = Object.assign(wrapped, sync);
    }
    const promised = fs.promises[one];
    if (promised !== undefined) {
      fs.promises[one] = async (...words) => {
        const about = subject(name, words);
        const error = about === undefined ? undefined : reached(name, about);
        if (error !== undefined) throw error;
        return promised(...words);
      };
    }
    if (one.startsWith('create')) {
      const create = fs[one];
      fs[one] = (...words) => {
        const about = subject(name, words);
        const error = about === undefined ? undefined : reached(name, about);
        const stream = create(...words);
        if (error !== undefined) stream.destroy(error);
        return stream;
      };
    }
  }
}

subscribe('undici:request:create', ({ request }) => void reached('request', request.path));
subscribe('undici:request:headers', ({ request }) => void reached('response', request.path));
