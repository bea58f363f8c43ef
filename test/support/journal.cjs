// Node loads this file before the command (node --require). This code records the command's steps in order: every
// request, every change to the file system, every wait, and the first signal of each kind. WAYPOST_TEST_JOURNAL
// contains options:
// - `file`: the file for the journal
// - `speed`: the factor by which time passes faster
// - `skip`: true to skip waits of a second or more
// - `at`: the number of a step, starting with 0
// - `ending`: 'kill' to kill the command before this step, or 'fail' to make this step fail with EIO
'use strict';
const fs = require('node:fs');
const { basename } = require('node:path');
const { subscribe } = require('node:diagnostics_channel');

const {
  file,
  speed = 1,
  skip = false,
  at = -1,
  ending,
} = JSON.parse(process.env.WAYPOST_TEST_JOURNAL);
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

/** Returns the part of a file name that is the same in every run. */
function plain(path) {
  return basename(String(path)).replace(/(\.tmp|-probe|-signup)-.*/, '$1');
}

fs.openSync = (path, ...rest) => {
  const [flags = 'r'] = rest;
  const writing = typeof flags === 'number' ? (flags & 3) !== fs.constants.O_RDONLY : flags !== 'r';
  if (writing && step(`open ${plain(path)}`)) throw failing('open', path);
  const handle = real.openSync(path, ...rest);
  // The command opens a directory only to sync the directory.
  if (writing || real.fstatSync(handle).isDirectory()) names.set(handle, plain(path));
  else names.delete(handle);
  return handle;
};
for (const name of ['writeSync', 'fsyncSync', 'closeSync']) {
  fs[name] = (handle, ...rest) => {
    const known = names.get(handle);
    if (known === undefined) return real[name](handle, ...rest);
    const fails = step(`${name.slice(0, -4)} ${known}`);
    // The operating system closes a file even if close() fails.
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

if (file !== undefined) {
  // The listener handles only the first signal of each kind. The command later ends itself with the same signal, which
  // works only if the signal has no listener.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.once(signal, () => real.appendFileSync(file, `${signal}\n`));
  }
}

subscribe('undici:request:create', ({ request }) => step(`${request.method} ${request.path}`));
subscribe('undici:request:headers', ({ response }) => step(`status ${response.statusCode}`));

const {
  setTimeout: wait,
  clearTimeout: forget,
  setInterval: repeat,
  clearInterval: end,
} = globalThis;
const began = Date.now();
const machineNow = Date.now;
let skippedMs = 0;
Date.now = () => began + (machineNow() - began) * speed + skippedMs;

globalThis.setTimeout = (work, ms, ...rest) => {
  if (file !== undefined) real.appendFileSync(file, `wait ${ms}\n`);
  const timer = wait(() => {
    waits.delete(timer);
    work(...rest);
  }, ms / speed);
  const pass = () => {
    forget(timer);
    work(...rest);
  };
  if (skip && ms >= 1000) waitWith(timer, ms, pass, true);
  return timer;
};
globalThis.clearTimeout = (timer) => {
  waits.delete(timer);
  forget(timer);
};
globalThis.setInterval = (work, ms, ...rest) => {
  const timer = repeat(work, ms / speed, ...rest);
  const again = () => {
    waitWith(timer, ms, again);
    work(...rest);
  };
  if (skip && ms >= 1000) waitWith(timer, ms, again);
  return timer;
};
globalThis.clearInterval = (timer) => {
  waits.delete(timer);
  end(timer);
};

// Skips waits while no request is pending, like test/support/skipping-clock.ts.
const waits = new Map();
const underWay = new Set();
let isLooking = false;
subscribe('undici:request:create', ({ request }) => underWay.add(request));
for (const how of ['trailers', 'error']) {
  subscribe(`undici:request:${how}`, ({ request }) => {
    underWay.delete(request);
    look();
  });
}

function waitWith(timer, ms, pass, isOnce = false) {
  waits.set(timer, { at: Date.now() + ms, pass, isOnce });
  look();
}

async function look() {
  if (isLooking) return;
  isLooking = true;
  for (let turn = 0; turn < 200; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    // The command is working while it reads files or opens connections.
    if (process.getActiveResourcesInfo().some((name) => /Req|ConnectWrap/.test(name))) turn = 0;
  }
  isLooking = false;
  const held = [...waits].filter(([timer]) => timer.hasRef());
  if (underWay.size > 0 || !held.some(([, { isOnce }]) => isOnce)) return;
  const [timer, { at, pass }] = held.reduce((least, one) =>
    one[1].at < least[1].at ? one : least,
  );
  waits.delete(timer);
  skippedMs += Math.max(0, at - Date.now());
  pass();
  look();
}
