// Simulates a file system that cannot sync directories and returns EINVAL, like some network file systems.
const fs = require('node:fs');
const sync = fs.fsyncSync;
fs.fsyncSync = (handle) => {
  if (!fs.fstatSync(handle).isDirectory()) return sync(handle);
  throw Object.assign(new Error('EINVAL: invalid argument, fsync'), {
    code: 'EINVAL',
    errno: -22,
    syscall: 'fsync',
  });
};
