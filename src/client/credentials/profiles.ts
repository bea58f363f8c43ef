// Chooses the profile if the user names none: the one bound to the working directory, otherwise the default that `auth
// switch` chose. Both are stored in the user's configuration, so no file in the working directory can choose a profile.
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

/** The profile that `auth switch` chose, and the profiles of bound directories. */
export interface ProfileRules {
  /** The profile if no directory is bound; undefined for the default profile. */
  current: string | undefined;
  /** Profiles by the real paths of their directories; undefined is the default profile. */
  bindings: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads the rules; there are none if the file does not exist. Throws `invalid_input` if the file cannot be read or
 * parsed. Never changes the file.
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
 * Returns the profile of the working directory, otherwise the one that `auth switch` chose; undefined for the default
 * profile. Throws `invalid_input` if directories are bound and the working directory does not exist.
 */
export function profileByRules(
  { current, bindings }: ProfileRules,
  workingDirectory: () => string,
): ProfileChoice | undefined {
  const bound = bindings.size === 0 ? undefined : boundAbove(realPath(workingDirectory), bindings);
  if (bound !== undefined) return bound;
  return current === undefined ? undefined : { name: current, source: 'current' };
}

/** Returns the active profile: the one that the user names, otherwise the one that `profileByRules` chooses. */
export function profileInUse(host: Host, option: string | undefined): ProfileChoice | undefined {
  return (
    namedProfile(option, host.env) ??
    profileByRules(readProfileRules(profilesPath(host)), process.cwd)
  );
}

/** Returns the profile of the nearest bound directory that is or contains this one. */
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

/** Returns the working directory without symbolic links, in upper and lower case as the file system has it. */
function realPath(workingDirectory: () => string): string {
  try {
    return realpathSync.native(workingDirectory());
  } catch (error) {
    const message = `The working directory cannot be read (${systemReason(error)}), and directories are bound to profiles.`;
    throw rejected('working_directory', message);
  }
}

/** Returns the names of the profiles that have a directory on this machine, sorted. */
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
