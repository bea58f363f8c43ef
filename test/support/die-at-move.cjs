// Loaded before the command: simulates a power failure immediately before the nth rename or removal of the target or a file
// next to it (WAYPOST_TEST_MOVE, from 0).
'use strict';
const fs = require('node:fs');

let left = Number(process.env.WAYPOST_TEST_MOVE);
for (const name of ['renameSync', 'rmSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    // The state file is renamed too; only the data and the directories count.
    const counts = args.some((arg) => /days$|waypost-partial(-replaced)?$/.test(String(arg)));
    if (counts && left === 0) process.kill(process.pid, 'SIGKILL');
    if (counts) left -= 1;
    return real(...args);
  };
}
