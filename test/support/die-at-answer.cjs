// Loaded before a sign-up: simulates a power failure after the keys arrive and before the first write.
'use strict';
const fs = require('node:fs');
const { openSync, writeSync } = fs;
let answer;
fs.openSync = (path, ...rest) => {
  const handle = openSync(path, ...rest);
  if (String(path).endsWith('.answer')) answer = handle;
  return handle;
};
fs.writeSync = (handle, ...rest) => {
  if (handle === answer) process.kill(process.pid, 'SIGKILL');
  return writeSync(handle, ...rest);
};
