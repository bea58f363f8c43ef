#!/usr/bin/env node
'use strict';

// The entry point of the command. Rejects a Node version that is too old, and prints --version without loading other
// code. If the package with this platform's executable is installed, runs the executable. If the package is not
// installed, starts the Node build (compiled-code.js). Reading process.stdout or process.stderr opens a stream, so only
// code that writes output reads these properties.
const { argv, arch, versions, env, platform } = process;
const [major, minor] = versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(
    `waypost requires Node 20.19 or newer, but this is Node ${versions.node}.\n`,
  );
  process.exitCode = 1;
} else if (argv.length === 3 && (argv[2] === '--version' || argv[2] === '-V')) {
  print(`${require('../package.json').version}\n`);
} else {
  const executable = findExecutable();
  if (executable === undefined) start();
  else handOver(executable);
}

function start() {
  const root = require('node:path').join(__dirname, '..');
  if (!require('node:fs').existsSync(`${root}/dist`)) {
    process.stderr.write(`waypost is not built. Run npm ci in ${root}.\n`);
    process.exitCode = 1;
    return;
  }
  // Shell completion and the main help run most frequently. Therefore, each of them is a separate file that does not
  // load the parser.
  try {
    if (argv[2] === '__complete') require('../dist/complete.js');
    else if (argv.length === 3 && (argv[2] === '--help' || argv[2] === '-h'))
      require('../dist/help.js');
    else require('./compiled-code.js').runMain();
  } catch (error) {
    if (error.code !== 'EMFILE' && error.code !== 'ENFILE') throw error;
    process.stderr.write(
      `Error: waypost cannot open more files: ${error.message}\nRaise the limit of open files, for example with \`ulimit -n 1024\`, then run the command again.\n`,
    );
    process.exitCode = 5;
  }
}

/**
 * Returns the path of the executable in the optional package of this platform. npm installs this package in the
 * `node_modules` that contains waypost, or in waypost's own `node_modules`. The executable can access the keys.
 * Therefore, waypost ignores an executable in a directory further up, and an executable that belongs neither to root
 * nor to the owner of waypost.
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
  // Some versions of npm install the packages for both C libraries. This code skips the executable that the system
  // cannot load.
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

/**
 * Replaces this process with the executable if Node supports this. Otherwise, runs the executable as a child process.
 */
function handOver(executable) {
  const words = argv.slice(2);
  if (process.execve !== undefined && platform !== 'win32') {
    process.execve(executable, [executable, ...words], env);
  }
  // A terminal sends its signals to this process and also to the child. Therefore, this process forwards only signals
  // that the terminal does not send.
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

/**
 * Writes text to standard output. If possible, does not open Node's stream, because opening the stream takes longer
 * than all other work in this file.
 */
function print(text) {
  try {
    require('node:fs').writeSync(1, text);
  } catch {
    const { stdout } = process;
    stdout.on('error', ({ code, message }) => {
      if (code === 'EPIPE') return;
      process.stderr.write(`Error: waypost cannot write to standard output: ${message}\n`);
      process.exitCode = 5;
    });
    stdout.write(text);
  }
}
