// A file system that refuses what is written into files: with the error that WAYPOST_TEST_ERRNO numbers,
// as Node reports errors that it has no name for. WAYPOST_TEST_AFTER of them still go well.
const fs = require('node:fs');
const number = Number(process.env.WAYPOST_TEST_ERRNO);
let wellFor = Number(process.env.WAYPOST_TEST_AFTER ?? 0);
const write = fs.writeSync;
fs.writeSync = (handle, ...rest) => {
  // Writes to standard output and error, and to locks, succeed. Node 20 writes the text of a lock as bytes.
  const isLock = /^\d+ [^{]* [\da-f]{16}$/.test(String(rest[0]));
  if (handle <= 2 || !Buffer.isBuffer(rest[0]) || isLock) return write(handle, ...rest);
  if (wellFor > 0) {
    wellFor -= 1;
    return write(handle, ...rest);
  }
  const code = `Unknown system error -${number}`;
  throw Object.assign(new Error(`${code}: ${code}, write`), {
    code,
    errno: -number,
    syscall: 'write',
  });
};
