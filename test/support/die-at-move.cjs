// Node loads this file before the command. This code simulates a power failure immediately before a rename or removal of
// the target or of a file next to the target. WAYPOST_TEST_MOVE is the number of this rename or removal, starting with 0.
'use strict';
const fs = require('node:fs');

let left = Number(process.env.WAYPOST_TEST_MOVE);
for (const name of ['renameSync', 'rmSync']) {
  const real = fs[name];
  fs[name] = (...args) => {
    // The command also renames the state file. Only renames and removals of the data and the directories count.
    const counts = args.some((arg) => /days$|waypost-partial(-replaced)?$/.test(String(arg)));
    if (counts && left === 0) process.kill(process.pid, 'SIGKILL');
    if (counts) left -= 1;
    return real(...args);
  };
}
