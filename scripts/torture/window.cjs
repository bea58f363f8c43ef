// Loaded before a sign-up (node --require): writes the nanoseconds between the arrival of the answer that holds
// the keys and the end of their first write to the disk into the file that WAYPOST_TORTURE_WINDOW names.
'use strict';
const fs = require('node:fs');
const { subscribe } = require('node:diagnostics_channel');

const { openSync, writeSync, writeFileSync } = fs;
const watched = new Set();
let arrived;
let answer;

function watch(socket) {
  if (watched.has(socket)) return;
  watched.add(socket);
  // Before the parser of HTTP sees them.
  socket.prependListener('data', () => {
    arrived = process.hrtime.bigint();
  });
}

subscribe('undici:client:sendHeaders', ({ socket }) => watch(socket));
fs.openSync = (path, ...rest) => {
  const handle = openSync(path, ...rest);
  if (String(path).endsWith('.answer')) answer = handle;
  return handle;
};
fs.writeSync = (handle, ...rest) => {
  const written = writeSync(handle, ...rest);
  if (handle === answer) {
    answer = undefined;
    writeFileSync(process.env.WAYPOST_TORTURE_WINDOW, String(process.hrtime.bigint() - arrived));
  }
  return written;
};
