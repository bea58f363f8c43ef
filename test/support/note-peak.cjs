// Node loads this file before the command (node --require). When the command ends, this code writes the command's peak memory
// in kB to the file in WAYPOST_TEST_PEAK.
'use strict';
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  try {
    const [, peak] = /VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    writeFileSync(process.env.WAYPOST_TEST_PEAK, peak);
  } catch {
    // If the file cannot be written, this code ignores the error, because the exit code of the command must not change.
  }
});
