// Simulates a damaged disk. After the command has renamed a file to a path that ends with WAYPOST_TEST_AFTER_RENAME, each
// call of stat fails with EIO.
'use strict';
const fs = require('node:fs');
const awaited = process.env.WAYPOST_TEST_AFTER_RENAME;
const real = { ...fs };
let fails = false;
fs.renameSync = (from, to) => {
  real.renameSync(from, to);
  fails ||= String(to).endsWith(awaited);
};
for (const name of ['statSync', 'lstatSync', 'fstatSync']) {
  fs[name] = (path, ...rest) => {
    if (!fails) return real[name](path, ...rest);
    const syscall = name.replace('Sync', '');
    throw Object.assign(new Error(`EIO: i/o error, ${syscall}`), {
      code: 'EIO',
      errno: -5,
      syscall,
    });
  };
}
