// Which profile is used if none is named: the one bound to the working directory, else the current one. Both
// are stored in the user's own configuration: no file in a working directory can choose one.
import { readdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isObject } from '../../lib/exact-json';
import type { Host } from '../../lib/runtime';
import { systemReason } from '../../lib/system-error';
import { rejected } from '../reasons';
import {
  defaultProfile,
  isProfileName,
  namedProfile,
  type ProfileChoice,
  profilesDirectory,
  profilesPath,
} from './directories';
import { configFile, damaged, readJsonFile } from './json-file';

/** The current profile and the bound directories, as the user's configuration has them. */
export interface ProfileRules {
  /** Used if no other rule applies; undefined for the default file. */
  current: string | undefined;
  /** Profiles by the real paths of directories; undefined is the login without a profile. */
  bindings: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads the rules; none if there is no file. Throws `invalid_input` if the file cannot be used or parsed; the
 * file is kept.
 */
export function readProfileRules(path: string): ProfileRules {
  const { current = null, bindings = {} } = readJsonFile(path, configFile)?.fields ?? {};
  if (current !== null && !isProfileName(current)) {
    throw damaged(path, configFile, 'current is not the name of a profile');
  }
  if (!isObject(bindings)) throw damaged(path, configFile, 'bindings is not an object');
  const bound = new Map<string, string | undefined>();
  for (const [directory, profile] of Object.entries(bindings)) {
    if (!isProfileName(profile) && profile !== defaultProfile) {
      throw damaged(path, configFile, 'bindings has an invalid profile name');
    }
    bound.set(directory, isProfileName(profile) ? profile : undefined);
  }
  return { current: current ?? undefined, bindings: bound };
}

/**
 * The profile if none is named: that of the working directory, else the current one; undefined for the
 * default file. `where` returns the working directory. Throws `invalid_input` if directories are bound but
 * the working directory was removed.
 */
export function profileByRules(
  { current, bindings }: ProfileRules,
  where: () => string,
): ProfileChoice | undefined {
  const bound = bindings.size === 0 ? undefined : boundAbove(realWorkingDirectory(where), bindings);
  if (bound !== undefined) return bound;
  return current === undefined ? undefined : { name: current, source: 'current' };
}

/** The profile in use: the named one, else by the rules above. */
export function profileInUse(host: Host, flag: string | undefined): ProfileChoice | undefined {
  return (
    namedProfile(flag, host.env) ??
    profileByRules(readProfileRules(profilesPath(host)), process.cwd)
  );
}

/** The deepest bound directory that is or contains this one. */
function boundAbove(
  directory: string,
  bindings: ProfileRules['bindings'],
): ProfileChoice | undefined {
  for (let current = directory; ; current = dirname(current)) {
    if (bindings.has(current)) {
      return { name: bindings.get(current), source: 'directory', directory: current };
    }
    if (dirname(current) === current) return undefined;
  }
}

/** The working directory without symbolic links, in the spelling of the file system. */
function realWorkingDirectory(where: () => string): string {
  try {
    return realpathSync.native(where());
  } catch (error) {
    const message = `The working directory cannot be read (${systemReason(error)}), and directories are bound to profiles.`;
    throw rejected('working_directory', message);
  }
}

/** Names of the profiles that have a directory on this machine, in order. */
export function profileNames(host: Host): string[] {
  try {
    return readdirSync(profilesDirectory(host), { withFileTypes: true })
      .filter((entry) => !entry.isFile() && isProfileName(entry.name))
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
