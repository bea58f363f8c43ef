// Chooses a profile if the user does not name one. If the working directory or one of its parent directories is
// bound to a profile, this profile overrides the profile that the user chose with `auth switch`. waypost stores bound
// directories and the `auth switch` choice in the user's configuration, so a file in the working directory cannot
// choose a profile.
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

/** The profile that the user chose with `auth switch`, and the profiles of bound directories. */
export interface ProfileRules {
  /** The profile to use outside bound directories; undefined for the default profile. */
  current: string | undefined;
  /** Maps the real path of each bound directory to its profile. An undefined profile is the default profile. */
  bindings: ReadonlyMap<string, string | undefined>;
}

/**
 * Reads the profile rules. Returns empty rules if the file does not exist. Throws `invalid_input` if the file cannot be
 * read or parsed. Never changes the file.
 */
export function readProfileRules(path: string): ProfileRules {
  const { current = null, bindings = {} } = readJsonFile(path, configFile)?.fields ?? {};
  if (current !== null && !isProfileName(current)) {
    throw damaged(path, configFile, 'the current field is not a valid profile name');
  }
  if (!isObject(bindings)) throw damaged(path, configFile, 'the bindings field is not an object');
  const bound = new Map<string, string | undefined>();
  for (const [directory, profile] of Object.entries(bindings)) {
    if (!isProfileName(profile) && profile !== defaultProfile) {
      throw damaged(path, configFile, 'the bindings field contains an invalid profile name');
    }
    bound.set(directory, isProfileName(profile) ? profile : undefined);
  }
  return { current: current ?? undefined, bindings: bound };
}

/**
 * Returns the profile of the nearest bound directory: the working directory or one of its parents. If none of these
 * directories is bound, returns the profile chosen with `auth switch`, or undefined if that is the default profile.
 * Throws `invalid_input` if any directory is bound and the working directory cannot be read.
 */
export function profileByRules(
  { current, bindings }: ProfileRules,
  workingDirectory: () => string,
): ProfileChoice | undefined {
  const bound = bindings.size === 0 ? undefined : boundAbove(realPath(workingDirectory), bindings);
  if (bound !== undefined) return bound;
  return current === undefined ? undefined : { name: current, source: 'current' };
}

/** Returns the active profile. A profile that the user names overrides the profile that `profileByRules` returns. */
export function profileInUse(host: Host, option: string | undefined): ProfileChoice | undefined {
  return (
    namedProfile(option, host.env) ??
    profileByRules(readProfileRules(profilesPath(host)), process.cwd)
  );
}

/** Checks `directory` and then its parents, and returns the profile of the first bound directory. */
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

/**
 * Returns the real path of the working directory, without symbolic links and in the letter case that the file system
 * uses.
 */
function realPath(workingDirectory: () => string): string {
  try {
    return realpathSync.native(workingDirectory());
  } catch (error) {
    const message = `waypost cannot read the working directory (${systemReason(error)}), and therefore cannot determine the profile.`;
    throw rejected('working_directory', message);
  }
}

/** Returns the names of all profiles that have a directory on this machine, in sorted order. */
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
