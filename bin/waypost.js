#!/usr/bin/env node
'use strict';

// Entry: refuses a Node that is too old, answers --version without loading anything, and hands over to the
// executable of this platform where its package is installed. Elsewhere it starts the tool with compiled code
// kept between runs where Node can do that.
const { argv, arch, versions, env, platform, stdout, stderr } = process;
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
  const executable = findExecutable();
  if (executable === undefined) start();
  else handOver(executable);
}

function start() {
  const root = require('node:path').join(__dirname, '..');
  if (!require('node:fs').existsSync(`${root}/dist`)) {
    stderr.write(`waypost is not built. Run npm ci in ${root}.\n`);
    process.exitCode = 1;
    return;
  }
  keepCompiledCode();
  // What is asked most, without the parser and all that hangs on it: what shells complete with, and the help.
  try {
    if (argv[2] === '__complete') require('../dist/complete.js');
    else if (argv.length === 3 && (argv[2] === '--help' || argv[2] === '-h'))
      require('../dist/help.js');
    else require('../dist/main.js');
  } catch (error) {
    if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error;
    stderr.write(
      `Error: No more files can be opened: ${error.message}\nRaise the limit of open files, such as with \`ulimit -n 1024\`, then run the command again.\n`,
    );
    process.exitCode = 5;
  }
}

/**
 * The executable in the optional package of this platform; npm installs the one that fits, or none, in the
 * `node_modules` that holds waypost or in waypost's own. It runs with the keys in reach: one further up, or of
 * another user than the owner of waypost or root, is not ours.
 */
function findExecutable() {
  const { accessSync, constants, lstatSync, statSync } = require('node:fs');
  const { basename, dirname, join } = require('node:path');
  const root = dirname(__dirname);
  const beside = dirname(root);
  const directories = [
    join(root, 'node_modules'),
    ...(basename(beside) === 'node_modules' ? [beside] : []),
  ];
  const owners = [0, statSync(root).uid];
  const isOurs = (path) =>
    [lstatSync(path), statSync(path)].every(({ uid }) => owners.includes(uid));
  const file = platform === 'win32' ? 'waypost.exe' : 'waypost';
  const machine = { x64: 'x86_64', arm64: 'aarch64' }[arch];
  // Some versions of npm install those of both C libraries: what cannot be loaded here is not tried.
  const variants =
    platform === 'linux'
      ? [
          ['', arch === 'x64' ? '/lib64/ld-linux-x86-64.so.2' : `/lib/ld-linux-${machine}.so.1`],
          ['-musl', `/lib/ld-musl-${machine}.so.1`],
        ]
      : [['', '/']];
  for (const [suffix, loader] of variants) {
    for (const directory of directories) {
      try {
        const parent = join(directory, `waypost-${platform}-${arch}${suffix}`);
        const path = join(parent, file);
        accessSync(loader);
        accessSync(path, constants.X_OK);
        if (isOurs(parent) && isOurs(path)) return path;
      } catch {}
    }
  }
  return undefined;
}

/** The executable takes the place of this process where Node can do that, and else runs as its child. */
function handOver(executable) {
  const words = argv.slice(2);
  if (process.execve !== undefined && platform !== 'win32') {
    process.execve(executable, [executable, ...words], env);
  }
  // A terminal sends its signals to the child too; whoever signals this process alone means the child.
  const isTerminal = (fd) => require('node:tty').isatty(fd);
  const fromTerminal = [0, 1, 2].some(isTerminal) ? ['SIGINT', 'SIGQUIT'] : [];
  let child;
  const handlers = ['SIGINT', 'SIGQUIT', 'SIGTERM', 'SIGHUP'].map((signal) => {
    const handler = () => fromTerminal.includes(signal) || child.kill(signal);
    process.on(signal, handler);
    return [signal, handler];
  });
  const release = () => {
    for (const [signal, handler] of handlers) process.off(signal, handler);
  };
  child = require('node:child_process').spawn(executable, words, { stdio: 'inherit' });
  child.once('error', () => {
    release();
    start();
  });
  child.once('exit', (status, signal) => {
    release();
    if (signal === null) process.exitCode = status;
    else process.kill(process.pid, signal);
  });
}

/** Past the stream of standard output, whose opening takes longer than all the rest of this. */
function print(text) {
  try {
    require('node:fs').writeSync(1, text);
  } catch {
    stdout.on('error', () => {}).write(text);
  }
}

/**
 * Whoever can write this cache can run code with the keys in reach. It lies in a directory of the user's own
 * that nobody else may enter, checked each time; without one, code is compiled at each start.
 */
function keepCompiledCode() {
  const { enableCompileCache } = require('node:module');
  if (enableCompileCache === undefined) return;
  const { join, isAbsolute } = require('node:path');
  const named = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const base = named && isAbsolute(named) ? named : cachesOfHome();
  if (base === undefined) return;
  const directory = join(base, 'waypost', 'code');
  if (isPrivate(base, join(base, 'waypost'), directory)) enableCompileCache(directory);
}

/** Undefined for a user who is in no list, and whose home no variable names. */
function cachesOfHome() {
  const { join } = require('node:path');
  try {
    const home = require('node:os').homedir();
    return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  } catch {
    return undefined;
  }
}

/** Whether nobody but the user and root can put a file into the last directory, or another in its place. */
function isPrivate(base, own, directory) {
  const { existsSync, lstatSync, mkdirSync, statSync } = require('node:fs');
  try {
    // One by one: of a directory where nothing can be made, such as /proc, a recursive call never returns.
    for (const path of [base, own, directory]) {
      if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
    }
    if (platform === 'win32') return true;
    const user = process.geteuid();
    const isOurs = (file) => file.isDirectory() && file.uid === user;
    const above = statSync(base);
    if (above.uid !== user && above.uid !== 0) return false;
    if ((above.mode & 0o022) !== 0 && (above.mode & 0o1000) === 0) return false;
    const parent = lstatSync(own);
    const found = lstatSync(directory);
    return (
      isOurs(parent) && (parent.mode & 0o022) === 0 && isOurs(found) && (found.mode & 0o077) === 0
    );
  } catch {
    return false;
  }
}
