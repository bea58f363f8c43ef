// The entry of the standalone executable, which replaces bin/waypost.js. The first argument decides which program in
// dist runs.
'use strict';

const { argv } = process;

if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  // This code uses Bun.write, because loading node:fs would take a quarter of the time for this command.
  Bun.write(Bun.stdout, `${require('../../package.json').version}\n`).catch((error) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`Error: waypost cannot write to standard output: ${error.message}\n`);
    process.exitCode = 5;
  });
} else if (argv[2] === '__complete') {
  require('../../dist/complete.js');
} else if (argv.length === 3 && (argv[2] === '--help' || argv[2] === '-h')) {
  require('../../dist/help.js');
} else {
  require('../../dist/main.js');
}
