// Loaded into the tool before its own code (node --require): writes down, in order, every request, every
// change to the file system and every wait; makes time pass faster; and kills the tool, or lets the file
// system fail, right before a chosen step. Told by WAYPOST_TEST_JOURNAL:
// `file` to write to, `speed` of time, `at` the number of the step (from 0), `ending` 'kill' or 'fail'.
'use strict';
const fs = require('node:fs');
const { basename } = require('node:path');
const { subscribe } = require('node:diagnostics_channel');

const { file, speed = 1, at = -1, ending } = JSON.parse(process.env.WAYPOST_TEST_JOURNAL);
const real = { ...fs };
const names = new Map();
let steps = 0;

function step(text) {
  const number = steps;
  steps += 1;
  if (number === at && ending === 'kill') process.kill(process.pid, 'SIGKILL');
  if (file !== undefined) real.appendFileSync(file, `${text}\n`);
  return number === at && ending === 'fail';
}

function failing(name, path) {
  return Object.assign(new Error(`EIO: i/o error, ${name} '${path}'`), { code: 'EIO' });
}

/** The part of a name that is the same in every run. */
function plain(path) {
  return basename(String(path)).replace(/(\.tmp|-probe|-signup)-.*/, '$1');
}

fs.openSync = (path, ...rest) => {
  const [flags = 'r'] = rest;
  const writing = typeof flags === 'number' ? (flags & 3) !== fs.constants.O_RDONLY : flags !== 'r';
  if (writing && step(`open ${plain(path)}`)) throw failing('open', path);
  const handle = real.openSync(path, ...rest);
  // A directory is opened for reading to be synced.
  if (writing || real.fstatSync(handle).isDirectory()) names.set(handle, plain(path));
  else names.delete(handle);
  return handle;
};
for (const name of ['writeSync', 'fsyncSync', 'closeSync']) {
  fs[name] = (handle, ...rest) => {
    const known = names.get(handle);
    if (known === undefined) return real[name](handle, ...rest);
    const fails = step(`${name.slice(0, -4)} ${known}`);
    // A file that fails to close is closed nevertheless.
    if (fails && name === 'closeSync') real.closeSync(handle);
    if (fails) throw failing(name, known);
    return real[name](handle, ...rest);
  };
}
for (const name of ['mkdirSync', 'renameSync', 'unlinkSync', 'chmodSync']) {
  fs[name] = (...args) => {
    const target = name === 'renameSync' ? args[1] : args[0];
    if (step(`${name.slice(0, -4)} ${plain(target)}`)) throw failing(name, target);
    return real[name](...args);
  };
}

subscribe('undici:request:create', ({ request }) => step(`${request.method} ${request.path}`));
subscribe('undici:request:headers', ({ response }) => step(`status ${response.statusCode}`));

const wait = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...rest) => {
  if (file !== undefined) real.appendFileSync(file, `wait ${ms}\n`);
  return wait(work, ms / speed, ...rest);
};
const repeat = globalThis.setInterval;
globalThis.setInterval = (work, ms, ...rest) => repeat(work, ms / speed, ...rest);
const now = Date.now;
const began = now();
Date.now = () => began + (now() - began) * speed;
