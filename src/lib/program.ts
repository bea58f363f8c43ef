// Finds the file of a program by the program's name. If the name is not a path, searches only the absolute paths in
// PATH, so that the working directory never decides which program runs.
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import type { Environment } from './environment';
import { isForeign } from './small-file';
import { hasCode, isSystemError, systemError } from './system-error';

/** True if a name is the path of a program. waypost looks up all other names in PATH. */
export function isPath(name: string, platform = process.platform): boolean {
  return name.includes('/') || (platform === 'win32' && /[\\:]/.test(name));
}

/** Returns the absolute paths in PATH. On Windows, the name of this variable can be in any letter case. */
export function safePath(env: Environment): string[] {
  const [, path = ''] = Object.entries(env).find(([name]) => /^path$/i.test(name)) ?? [];
  return path.split(delimiter).filter((directory) => isAbsolute(directory));
}

/**
 * Returns the absolute path of a program. Throws an error with the code ENOENT if the program does not exist, or with
 * the code EACCES if the program cannot be run.
 */
export function findProgram(
  name: string,
  env: Environment,
  platform: NodeJS.Platform = process.platform,
): string {
  const needsExtension = platform === 'win32' && !/\.[^.\\/]+$/.test(name);
  const names = needsExtension ? [`${name}.com`, `${name}.exe`] : [name];
  const asPath = isPath(name, platform);
  let isDenied = false;
  for (const directory of asPath ? [''] : safePath(env)) {
    for (const one of names) {
      try {
        const path = asPath ? resolve(one) : join(directory, one);
        const isFile = statSync(path).isFile();
        isDenied ||= isFile || asPath;
        accessSync(path, constants.X_OK);
        if (isFile) return path;
      } catch (error) {
        if (!isSystemError(error)) throw error;
        isDenied ||= asPath && hasCode(error, 'EACCES');
      }
    }
  }
  throw isDenied
    ? systemError('EACCES', 'EACCES: permission denied')
    : systemError('ENOENT', 'ENOENT: no such program');
}

/**
 * Like `findProgram`, but for a name from the configuration. Throws if the name is a relative path, because a relative
 * path depends on the working directory.
 */
export function configuredProgram(name: string, env: Environment): string {
  if (isPath(name) && !isAbsolute(name)) throw new Error('its path is not absolute');
  return findProgram(name, env);
}

/** Like `configuredProgram`, but also throws if the name is the path of a file that another user could replace. */
export function trustedProgram(name: string, env: Environment): string {
  const path = configuredProgram(name, env);
  if (isPath(name)) refuseChangeable(path);
  return path;
}

/**
 * Throws if a file or one of its parent directories belongs to a user other than this user and root, or if other users
 * can change or replace the file. Assumes that a group with the same ID as the user contains no other users. This group
 * can therefore have write permission.
 */
function refuseChangeable(path: string): void {
  if (process.platform === 'win32') return;
  const own = process.geteuid?.();
  const isPrivate = own === process.getegid?.();
  for (const start of new Set([path, realpathSync(path)])) {
    for (let at = start; ; at = dirname(at)) {
      const found = statSync(at);
      if (isForeign(found)) throw new Error(`${at} belongs to another user`);
      const others = isPrivate && found.gid === own ? 0o002 : 0o022;
      const isSticky = found.isDirectory() && (found.mode & 0o1000) !== 0;
      if ((found.mode & others) !== 0 && !isSticky) {
        throw new Error(`other users can write to ${at}`);
      }
      if (at === dirname(at)) break;
    }
  }
}
