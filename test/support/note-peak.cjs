// Loaded before the command (node --require): writes the command's peak memory in kB to the file in WAYPOST_TEST_PEAK.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  try {
    const [, peak] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    writeFileSync(process.env.WAYPOST_TEST_PEAK, peak);
  } catch {
    // Writes nothing if the file cannot be written, so that the command's end stays the same.
  }
});
