#!/usr/bin/env node
'use strict';

// Entry: refuses a Node that is too old, answers --version without loading anything, and starts the
// tool with compiled code kept between runs where Node can do that.
const { argv, versions, env, platform, stdout, stderr } = process;
const [major, minor] = versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  stderr.write(`waypost needs Node 20.19 or newer; this is ${versions.node}.\n`);
  process.exitCode = 1;
} else if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  stdout.on('error', ({ code, message }) => {
    if (code === 'EPIPE') return;
    stderr.write(`Error: Standard output cannot be written: ${message}\n`);
    process.exitCode = 5;
  });
  print(`${require('../package.json').version}\n`);
} else {
  keepCompiledCode();
  require('../dist/main.js');
}

/** Past the stream of standard output, whose opening takes longer than all the rest of this. */
function print(text) {
  try {
    require('node:fs').writeSync(1, text);
  } catch {
    stdout.on('error', () => {}).write(text);
  }
}

/** In the user's own cache directory: one that others can write to could feed this process their code. */
function keepCompiledCode() {
  const { enableCompileCache } = require('node:module');
  if (enableCompileCache === undefined) return;
  const { join, isAbsolute } = require('node:path');
  const home = require('node:os').homedir();
  const named = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const fallback = platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  const base = named && isAbsolute(named) ? named : fallback;
  enableCompileCache(join(base, 'waypost', 'compiled'));
}
