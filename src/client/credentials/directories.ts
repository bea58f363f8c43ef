// Defines profile names and the paths of the user's configuration files. All systems except Windows use the same paths.
import { posix, win32 } from 'node:path';
import { readVariable } from '../../lib/environment';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import { rejected } from '../reasons';

export interface ProfileChoice {
  /** The profile's name, or undefined if the profile is the default profile. */
  name: string | undefined;
  /** How the profile was chosen: by an option, by the environment, by a bound directory, or with `auth switch`. */
  source: 'flag' | 'env' | 'directory' | 'current';
  directory?: string;
}

/** The name of the default profile. You can use this name in every option and argument that accepts a profile. */
export const defaultProfile = 'default';

const profileName = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * Returns the configuration directory: `$XDG_CONFIG_HOME/waypost`, or `~/.config/waypost` if the variable is not set.
 * macOS uses the same directories. Windows uses `%APPDATA%\waypost`. Ignores a variable that is empty or contains a
 * relative path.
 */
function configDirectory({ env, platform, home }: Host): string {
  const [path, variable, fallback] =
    platform === 'win32'
      ? ([win32, 'APPDATA', win32.join(home, 'AppData', 'Roaming')] as const)
      : ([posix, 'XDG_CONFIG_HOME', posix.join(home, '.config')] as const);
  const value = readVariable(env, variable);
  return path.join(value !== undefined && path.isAbsolute(value) ? value : fallback, appName);
}

function configPath(host: Host, ...names: string[]): string {
  const { join } = host.platform === 'win32' ? win32 : posix;
  return join(configDirectory(host), ...names);
}

/** Returns the path of a profile's credentials file. `profile` is undefined for the default profile. */
export function credentialsPath(host: Host, profile: string | undefined): string {
  const parents = profile === undefined ? [] : ['profiles', profile];
  return configPath(host, ...parents, 'credentials.json');
}

/** Returns the path of the directory that contains a subdirectory for each profile. */
export function profilesDirectory(host: Host): string {
  return configPath(host, 'profiles');
}

export function settingsPath(host: Host): string {
  return configPath(host, 'settings.json');
}

export function profilesPath(host: Host): string {
  return configPath(host, 'profiles.json');
}

/** True if the value is a valid name for a profile other than the default profile. */
export function isProfileName(value: unknown): value is string {
  return typeof value === 'string' && value !== defaultProfile && profileName.test(value);
}

/**
 * Parses a profile name. Returns undefined for the default profile, which is written `default` or `(default)`. Throws
 * `invalid_input` if the text is not a valid profile name.
 */
export function profileNamed(text: string): string | undefined {
  const name = text.trim();
  if (name === defaultProfile || name === `(${defaultProfile})`) return undefined;
  if (!isProfileName(name)) {
    throw rejected('profile_name', `Invalid profile name: ${JSON.stringify(name)}.`);
  }
  return name;
}

/** Returns the profile that the option or `WAYPOST_PROFILE` names, or undefined if neither names a profile. */
export function namedProfile(
  option: string | undefined,
  env: Host['env'],
): ProfileChoice | undefined {
  if (option?.trim()) return { name: profileNamed(option), source: 'flag' };
  const variable = readVariable(env, 'WAYPOST_PROFILE');
  return variable === undefined ? undefined : { name: profileNamed(variable), source: 'env' };
}

/** Returns the name that messages use for a login. `profile` is undefined for the default profile. */
export function loginName(profile: string | undefined): string {
  return profile === undefined ? 'default profile' : `profile ${profile}`;
}
