// Loaded before the command (node --require): notes its calls of the file system below a home and its
// requests, and lets one of them fail, be killed at, or get a signal. WAYPOST_TORTURE_CALLS says which:
// { home, log } to note them, or { home, call, number, fault, lasting }.
'use strict';
const fs = require('node:fs');
const { constants } = require('node:os');
const { subscribe } = require('node:diagnostics_channel');
const { resolve } = require('node:path');

const { home, log, call, number, fault, lasting } = JSON.parse(process.env.WAYPOST_TORTURE_CALLS);
const { appendFileSync } = fs;
const counts = {};
/** Whether a function of node:fs is at work, which may call others of them. */
let inside = false;
/** Files that are open below the home, with their names. */
const open = new Map();

/** The functions of node:fs behind each system call. */
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

/** Notes a call, ends or signals the process at it; the error that it is to fail with, if any. */
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

/** What a call is about, if that is below the home. */
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
          // A file that fails to close is closed all the same.
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
