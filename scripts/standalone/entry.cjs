// Entry of the standalone executable, in place of bin/waypost.js. The programs that are files of their own in
// the package are told apart by the first argument.
'use strict';

const { argv } = process;

if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  // Bun's own writing: to load node:fs takes a quarter of such a start.
  Bun.write(Bun.stdout, `${require('../../package.json').version}\n`).catch((error) => {
    if (error.code === 'EPIPE') return;
    process.stderr.write(`Error: Standard output cannot be written: ${error.message}\n`);
    process.exitCode = 5;
  });
} else if (argv[2] === '__complete') {
  require('../../dist/complete.js');
} else if (argv.length === 3 && (argv[2] === '--help' || argv[2] === '-h')) {
  require('../../dist/help.js');
} else {
  require('../../dist/main.js');
}
