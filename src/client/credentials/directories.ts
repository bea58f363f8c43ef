// Names profiles and the files of the user's configuration. The paths follow one rule on every system but Windows.
import { posix, win32 } from 'node:path';
import { readVariable } from '../../lib/environment';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import { rejected } from '../reasons';

export interface ProfileChoice {
  /** Undefined for the default profile. */
  name: string | undefined;
  /** The profile was chosen by an option, the environment, a bound directory, or `auth switch`. */
  source: 'flag' | 'env' | 'directory' | 'current';
  directory?: string;
}

/** The name of the default profile, which the user can use wherever an option or argument takes a profile. */
export const defaultProfile = 'default';

const profileName = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * Returns the configuration directory: `$XDG_CONFIG_HOME/waypost`, otherwise `~/.config/waypost`, also on macOS;
 * `%APPDATA%\waypost` on Windows. Ignores a variable that is empty or a relative path.
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

/** The path of a profile's credentials file; undefined is the default profile. */
export function credentialsPath(host: Host, profile: string | undefined): string {
  const parents = profile === undefined ? [] : ['profiles', profile];
  return configPath(host, ...parents, 'credentials.json');
}

/** The path of the directory that contains a directory for each profile. */
export function profilesDirectory(host: Host): string {
  return configPath(host, 'profiles');
}

export function settingsPath(host: Host): string {
  return configPath(host, 'settings.json');
}

export function profilesPath(host: Host): string {
  return configPath(host, 'profiles.json');
}

/** True if a value can be the name of a profile other than the default one. */
export function isProfileName(value: unknown): value is string {
  return typeof value === 'string' && value !== defaultProfile && profileName.test(value);
}

/**
 * Returns the profile name in a text; undefined for the default profile, which is spelled `default` or `(default)`.
 * Throws `invalid_input` if the text is not a profile name.
 */
export function profileNamed(text: string): string | undefined {
  const name = text.trim();
  if (name === defaultProfile || name === `(${defaultProfile})`) return undefined;
  if (!isProfileName(name)) throw rejected('profile_name', 'The profile name is not valid.');
  return name;
}

/** Returns the profile that the option or the environment names; undefined if neither does. */
export function namedProfile(
  option: string | undefined,
  env: Host['env'],
): ProfileChoice | undefined {
  if (option?.trim()) return { name: profileNamed(option), source: 'flag' };
  const variable = readVariable(env, 'WAYPOST_PROFILE');
  return variable === undefined ? undefined : { name: profileNamed(variable), source: 'env' };
}

/** Names a login in messages; undefined is the default profile. */
export function loginName(profile: string | undefined): string {
  return profile === undefined ? 'default profile' : `profile ${profile}`;
}
