// Loaded into the tool before its own code (node --require): writes the largest memory it ever took, in
// kB, to the file that WAYPOST_TEST_PEAK names.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  try {
    const [, peak] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    writeFileSync(process.env.WAYPOST_TEST_PEAK, peak);
  } catch {
    // Where no file can be opened or written, nothing is noted; how the tool ends stays what it is.
  }
});
