// Simulates a file system on which writes fail with the error number WAYPOST_TEST_ERRNO. The error has the form in
// which Node reports an error number that it has no name for. The first WAYPOST_TEST_AFTER writes succeed.
const fs = require('node:fs');
const number = Number(process.env.WAYPOST_TEST_ERRNO);
let wellFor = Number(process.env.WAYPOST_TEST_AFTER ?? 0);
const write = fs.writeSync;
fs.writeSync = (handle, ...rest) => {
  // Writes to standard output, standard error and locks always succeed. Node 20 writes the text of a lock as bytes.
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
