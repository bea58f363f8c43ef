// Node loads this file before the command (node --require). This code makes time pass faster, makes writes fail after
// the service has sent the keys, and kills the process at a chosen step. A step is a point in time before a request, or
// before or after a change to the file system. There is no step while the response with the keys arrives, because a
// kill during this time has the same effect as a broken connection, which the simulation tests separately.
'use strict';
const fs = require('node:fs');
const { subscribe } = require('node:diagnostics_channel');

const { speed, killAt, unwritable } = JSON.parse(process.env.WAYPOST_TEST_FAILURES);
let steps = 0;
let claimed = false;
let answer;

function step() {
  steps += 1;
  if (steps === killAt) process.kill(process.pid, 'SIGKILL');
}

const wait = globalThis.setTimeout;
globalThis.setTimeout = (work, ms, ...rest) => wait(work, ms / speed, ...rest);
const now = Date.now;
const began = now();
Date.now = () => began + (now() - began) * speed;

subscribe('undici:request:create', step);
subscribe('undici:request:headers', ({ request, response }) => {
  if (response.statusCode === 200 && request.path.includes('/sign_up/')) claimed = true;
});

for (const name of [
  'mkdirSync',
  'openSync',
  'writeSync',
  'fsyncSync',
  'renameSync',
  'unlinkSync',
  'chmodSync',
]) {
  const real = fs[name];
  fs[name] = (...args) => {
    const reading = name === 'openSync' && args[1] === 'r';
    const handle = name === 'writeSync' || name === 'fsyncSync';
    if (reading) return real(...args);
    if (claimed && !handle && unwritable.some((prefix) => String(args[0]).startsWith(prefix))) {
      throw Object.assign(new Error(`EACCES: permission denied, ${name} '${args[0]}'`), {
        code: 'EACCES',
      });
    }
    if (handle && args[0] === answer) return real(...args);
    step();
    const result = real(...args);
    if (name === 'openSync' && String(args[0]).endsWith('.answer')) answer = result;
    step();
    return result;
  };
}
