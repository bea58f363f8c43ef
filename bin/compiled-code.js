'use strict';

// Runs the command from dist/start.js, with the code that V8 compiled for it in an earlier run: reading and compiling
// JavaScript is most of what a short command does. Node's own cache (module.enableCompileCache) is missing in Node 20,
// and on newer versions costs more, because it keeps each file apart.
//
// Whoever can write the cache can run code with the keys in reach, and V8 crashes on compiled code that was damaged.
// So a cache is read only from a directory and a file that nobody but the user and root can change, and only if its
// checksum is right and it was made from the same dist/start.js.
const { dirname, isAbsolute, join } = require('node:path');
const { arch, env, geteuid, platform, version, versions } = process;

const dist = join(dirname(__dirname), 'dist');

/** Caches of other builds and of other versions of Node that are kept; one has some 700 kB. */
const keptFiles = 4;
const maximumBytes = 32 * 1024 * 1024;

/**
 * Loads dist/main.js. Throws as `require` does, if a file cannot be read. With NODE_DISABLE_COMPILE_CACHE, and in a build
 * without dist/start.js (for coverage), Node loads the files one by one.
 */
function runMain() {
  const { existsSync } = require('node:fs');
  const path = join(dist, 'start.js');
  const isDisabled = Boolean(env.NODE_DISABLE_COMPILE_CACHE);
  if (isDisabled || !existsSync(path)) require('../dist/main.js');
  else new StartFile(path).require('./main.js');
}

/** The functions of dist/start.js, as modules. */
class StartFile {
  #functions;
  #modules = new Map();

  constructor(path) {
    const { readFileSync } = require('node:fs');
    const { Script } = require('node:vm');
    // Every character is one byte (scripts/build/start-file.mjs).
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

  /** `require` of a file of dist, by its name there, such as `./main.js`, or of anything that is not a file of dist. */
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

/** The function of a file that is not in dist/start.js. */
function functionOf(path) {
  const { readFileSync } = require('node:fs');
  const { compileFunction } = require('node:vm');
  const parameters = ['exports', 'require', 'module', '__filename', '__dirname'];
  return compileFunction(readFileSync(path, 'utf8'), parameters, { filename: path });
}

/** The compiled code of a script, with all functions that have run. */
function compiledCode(script) {
  // A flag that was changed at run time makes V8 refuse the code at the next start: back to the default of Node 20,
  // where src/lib/webassembly.ts changes it.
  if (versions.node.startsWith('20.')) {
    require('node:v8').setFlagsFromString('--wasm-tiering-budget=1800000');
  }
  return script.createCachedData();
}

/** The path of the cache for this source, build of Node and machine. */
function cacheFile(directory, source) {
  const { crc32 } = require('node:zlib');
  return join(directory, `start-${version}-${arch}-${crc32(source).toString(16)}-${source.length}`);
}

/**
 * The compiled code, and the names of the modules that had run; undefined if there is none that can be trusted. A cache is
 * a checksum of the rest (CRC-32), the length of the names, the names as JSON, and the code.
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

/** Writes a cache beside its place and renames it. If that fails, the next run tries again. */
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
      // removeOldCaches removes it.
    }
  }
}

/** Removes all but the newest caches, and what killed runs left. */
function removeOldCaches(directory) {
  const { readdirSync, rmSync, statSync } = require('node:fs');
  const files = readdirSync(directory).map((name) => {
    const path = join(directory, name);
    return { path, changed: statSync(path).mtimeMs };
  });
  files.sort((one, other) => other.changed - one.changed);
  for (const { path } of files.slice(keptFiles)) rmSync(path, { recursive: true, force: true });
}

/** A directory that nobody but the user and root can write into or replace; undefined if there is none. */
function cacheDirectory() {
  const named = platform === 'win32' ? env.LOCALAPPDATA : env.XDG_CACHE_HOME;
  const base = named && isAbsolute(named) ? named : cachesOfHome();
  if (base === undefined) return undefined;
  const own = join(base, 'waypost');
  const directory = join(own, 'code');
  return isPrivate(base, own, directory) ? directory : undefined;
}

/** Undefined for a user who is in no list, and whose home no variable names. */
function cachesOfHome() {
  try {
    const home = require('node:os').homedir();
    return platform === 'darwin' ? join(home, 'Library', 'Caches') : join(home, '.cache');
  } catch {
    return undefined;
  }
}

/**
 * Makes the directories that are missing, each only below one that is private: a directory of root's in the caches of
 * another user would keep that user from caching anything.
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

/** Not recursive: below a directory in which nothing can be made, such as /proc, such a call never returns. */
function makeIfMissing(path) {
  const { existsSync, mkdirSync } = require('node:fs');
  if (!existsSync(path)) mkdirSync(path, { mode: 0o700 });
}

/** Whether nobody but the user and root can replace what is in the directory of this status. */
function isOnlyReplacedByUs(status) {
  if (platform === 'win32') return true;
  const isSticky = (status.mode & 0o1000) !== 0;
  const othersWrite = (status.mode & 0o022) !== 0;
  return (status.uid === geteuid() || status.uid === 0) && (isSticky || !othersWrite);
}

function isOwnDirectory(status, permissions) {
  return platform === 'win32' || (status.isDirectory() && isOnlyOurs(status, permissions));
}

/** Whether a file is the user's own and has none of these permissions. */
function isOnlyOurs(status, permissions) {
  if (platform === 'win32') return true;
  return status.uid === geteuid() && (status.mode & permissions) === 0;
}

module.exports = { cacheFile, runMain, writeCache };
