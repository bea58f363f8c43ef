// Loaded before a sandbox: the checksums of its pages cannot be written.
'use strict';
const fs = require('node:fs');
const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (!String(to).endsWith('-sums')) return renameSync(from, to);
  throw Object.assign(new Error('EIO: i/o error, rename'), {
    code: 'EIO',
    errno: -5,
    syscall: 'rename',
  });
};
