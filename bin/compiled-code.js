'use strict';

// Runs the command from dist/start.js with the code that V8 compiled in an earlier run, because a short command spends
// most of its time reading and compiling JavaScript. Node 20 does not have a cache for compiled code
// (module.enableCompileCache). The cache in newer Node versions is slower, because it stores each file separately.
//
// If another user could write to the cache, that user's code could access the keys. V8 also crashes if compiled code is
// damaged. Therefore, waypost reads a cache only if all of these conditions are true:
// - only root and the current user can change the cache file and its directory
// - the checksum in the cache file is correct
// - the cache was created from the same dist/start.js
const { dirname, isAbsolute, join } = require('node:path');
const { arch, env, geteuid, platform, version, versions } = process;

const dist = join(dirname(__dirname), 'dist');

/** The maximum number of caches. Each build and each Node version has a separate cache of about 700 kB. */
const keptFiles = 4;
const maximumBytes = 32 * 1024 * 1024;

/**
 * Loads dist/main.js. Throws the same errors as `require` if a file cannot be read. If NODE_DISABLE_COMPILE_CACHE is
 * set, or if the build has no dist/start.js (as for coverage), Node loads each file separately.
 */
function runMain() {
  const { existsSync } = require('node:fs');
  const path = join(dist, 'start.js');
  const isDisabled = Boolean(env.NODE_DISABLE_COMPILE_CACHE);
  if (isDisabled || !existsSync(path)) require('../dist/main.js');
  else new StartFile(path).require('./main.js');
}

/** Loads the functions of dist/start.js as modules. */
class StartFile {
  #functions;
  #modules = new Map();

  constructor(path) {
    const { readFileSync } = require('node:fs');
    const { Script } = require('node:vm');
    // In this file, every character is one byte (scripts/build/start-file.mjs).
    const source = readFileSync(path, 'latin1');
    const directory = cacheDirectory();
    const cache = directory && readCache(directory, source);
    const script = new Script(source, { filename: path, cachedData: cache?.code });
    this.#functions = script.runInThisContext();
    if (directory === undefined) return;
    const known = new Set(script.cachedDataRejected ? [] : cache?.modules);
    process.on('exit', () => {
      const modules = [...this.#modules.keys()].filter((name) => name in this.#functions);
      if (modules.every((name) => known.has(name))) return;
      const all = new Set([...known, ...modules]);
      writeCache(directory, source, { modules: [...all], code: compiledCode(script) });
    });
  }

  /** Loads a module like `require`, and also accepts the name of a file in dist, such as `./main.js`. */
  require = (name) => {
    if (!name.startsWith('./')) return require(name);
    const loaded = this.#modules.get(name);
    if (loaded !== undefined) return loaded.exports;
    const path = join(dist, name);
    const run = this.#functions[name] ?? functionOf(path);
    const module = { exports: {} };
    this.#modules.set(name, module);
    try {
      run(module.exports, this.require, module, path, dist);
    } catch (error) {
      this.#modules.delete(name);
      throw error;
    }
    return module.exports;
  };
}

/** Compiles the function of a file that dist/start.js does not contain. */
function functionOf(path) {
  const { readFileSync } = require('node:fs');
  const { compileFunction } = require('node:vm');
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  return compileFunction(readFileSync(path, 'utf8'), parameters, { filename: path });
}

/** Returns the compiled code of a script, including all functions that have run. */
function compiledCode(script) {
  // At the next start, V8 rejects the code if V8's flags differ. This call resets the flag that src/lib/webassembly.ts
  // changes on Node 20.
  if (versions.node.startsWith('20.')) {
    require('node:v8').setFlagsFromString('--wasm-tiering-budget=1800000');
  }
  return script.createCachedData();
}

/** Returns the path of the cache for this source, this version of Node and this processor. */
function cacheFile(directory, source) {
  const { crc32 } = require('node:zlib');
  return join(directory, `start-${version}-${arch}-${crc32(source).toString(16)}-${source.length}`);
}

/**
 * Returns the compiled code and the names of the modules that the code contains, or undefined if there is no cache that
 * waypost can trust. A cache consists of a checksum (CRC-32) of all later bytes, the length of the names, the names as
 * JSON, and the code.
 */
function readCache(directory, source) {
  const { closeSync, constants, fstatSync, openSync, readFileSync } = require('node:fs');
  const { crc32 } = require('node:zlib');
  const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY } = constants;
  let file;
  try {
    file = openSync(cacheFile(directory, source), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const status = fstatSync(file);
    if (!status.isFile() || status.size > maximumBytes || !isOnlyOurs(status, 0o022))
      return undefined;
    const bytes = readFileSync(file);
    if (bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return undefined;
    const startOfCode = 8 + bytes.readUInt32LE(4);
    return {
      modules: JSON.parse(bytes.toString('latin1', 8, startOfCode)),
      code: bytes.subarray(startOfCode),
    };
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Writes a cache to a temporary file and renames the file. Ignores failures, because the next run tries again. */
function writeCache(directory, source, { modules, code }) {
  const { renameSync, rmSync, writeFileSync } = require('node:fs');
  const { crc32 } = require('node:zlib');
  const temporary = join(directory, `.${process.pid}-${Date.now()}`);
  try {
    const names = Buffer.from(JSON.stringify(modules), 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32LE(names.length);
    const content = Buffer.concat([length, names, code]);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(content));
    writeFileSync(temporary, Buffer.concat([checksum, content]), { flag: 'wx', mode: 0o600 });
    renameSync(temporary, cacheFile(directory, source));
    removeOldCaches(directory);
  } catch {
    try {
      rmSync(temporary, { force: true });
    } catch {
      // `removeOldCaches` removes the temporary file.
    }
  }
}

/**
 * Removes all files in the cache directory except the `keptFiles` newest files. The removed files are old caches, and
 * temporary files of killed runs.
 */
function removeOldCaches(directory) {
  const { readdirSync, rmSync, statSync } = require('node:fs');
  const files = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { path, changed: statSync(path).mtimeMs };
  });
  files.sort((one, other) => other.changed - one.changed);
  for (const { path } of files.slice(keptFiles)) rmSync(path, { recursive: true, force: true });
}

/**
 * Returns the cache directory, or undefined if users other than this user and root could write to or replace the
 * directory.
 */
function cacheDirectory() {
  const named = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const base = named && isAbsolute(named) ? named : cachesOfHome();
  if (base === undefined) return undefined;
  const own = join(base, 'waypost');
  const directory = join(own, 'code');
  return isPrivate(base, own, directory) ? directory : undefined;
}

/**
 * Returns the system's directory for caches in the home directory. Returns undefined if neither a variable nor the
 * system's user database contains a home directory.
 */
function cachesOfHome() {
  try {
    const home = require('node:os').homedir();
    return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  } catch {
    return undefined;
  }
}

/**
 * True if only this user and root can replace files in the cache directory. Creates missing directories, but only below
 * directories that belong to this user or to root. If root created a directory in another user's cache, that user could
 * not write to the directory.
 */
function isPrivate(base, own, directory) {
  const { lstatSync, statSync } = require('node:fs');
  try {
    makeIfMissing(base);
    if (!isOnlyReplacedByUs(statSync(base))) return false;
    makeIfMissing(own);
    if (!isOwnDirectory(lstatSync(own), 0o022)) return false;
    makeIfMissing(directory);
    return isOwnDirectory(lstatSync(directory), 0o077);
  } catch {
    return false;
  }
}

/**
 * Creates one directory. This function does not use the recursive mode of mkdir, because in that mode mkdir never
 * returns if the directory cannot be created, for example in /proc.
 */
function makeIfMissing(path) {
  const { existsSync, mkdirSync } = require('node:fs');
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}

/** True if only the user and root can replace files in a directory with this status. */
function isOnlyReplacedByUs(status) {
  if (platform === 'win32') return true;
  const isSticky = (status.mode & 0o1000) !== 0;
  const othersWrite = (status.mode & 0o022) !== 0;
  return (status.uid === geteuid() || status.uid === 0) && (isSticky || !othersWrite);
}

function isOwnDirectory(status, permissions) {
  return platform === 'win32' || (status.isDirectory() && isOnlyOurs(status, permissions));
}

/** True if the owner of a file is this user and the file's mode contains none of these permissions. */
function isOnlyOurs(status, permissions) {
  if (platform === 'win32') return true;
  return status.uid === geteuid() && (status.mode & permissions) === 0;
}

module.exports = { cacheFile, runMain, writeCache };
