// Where the credentials are stored: by one rule, the same on every system but Windows.
import { posix, win32 } from 'node:path';
import { readVariable } from '../../lib/environment';
import { appName } from '../../lib/identity';
import type { Host } from '../../lib/runtime';
import { rejected } from '../reasons';

export interface ProfileChoice {
  /** Undefined for the login without a profile. */
  name: string | undefined;
  /** What chose it: an option, the environment, a bound directory, or `auth switch`. */
  source: 'flag' | 'env' | 'directory' | 'current';
  directory?: string;
}

/** Names the login without a profile, wherever a profile is named. */
export const defaultProfile = 'default';

const profileName = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/**
 * The configuration directory: `$XDG_CONFIG_HOME/waypost`, else `~/.config/waypost`, on macOS too;
 * `%APPDATA%\waypost` on Windows. A relative or empty variable is ignored.
 */
function configDirectory({ env, platform, home }: Host): string {
  const [path, variable, fallback] =
    platform === 'win32'
      ? ([win32, 'APPDATA', win32.join(home, 'AppData', 'Roaming')] as const)
      : ([posix, 'XDG_CONFIG_HOME', posix.join(home, '.config')] as const);
  const named = readVariable(env, variable);
  return path.join(named !== undefined && path.isAbsolute(named) ? named : fallback, appName);
}

function configPath(host: Host, ...names: string[]): string {
  const { join } = host.platform === 'win32' ? win32 : posix;
  return join(configDirectory(host), ...names);
}

/** The credentials file of a profile, or the default one if no profile is named. */
export function credentialsPath(host: Host, profile: string | undefined): string {
  const above = profile === undefined ? [] : ['profiles', profile];
  return configPath(host, ...above, 'credentials.json');
}

/** The directory with one directory for each profile. */
export function profilesDirectory(host: Host): string {
  return configPath(host, 'profiles');
}

export function settingsPath(host: Host): string {
  return configPath(host, 'settings.json');
}

export function profilesPath(host: Host): string {
  return configPath(host, 'profiles.json');
}

/** Whether a value can be the name of a profile of its own. */
export function isProfileName(value: unknown): value is string {
  return typeof value === 'string' && value !== defaultProfile && profileName.test(value);
}

/**
 * The profile that a text names; undefined for the login without a profile, which `default` and `(default)` name.
 * Throws `invalid_input` for a text that is no name.
 */
export function profileNamed(text: string): string | undefined {
  const name = text.trim();
  if (name === defaultProfile || name === `(${defaultProfile})`) return undefined;
  if (!isProfileName(name)) throw rejected('profile_name', 'The profile name is not valid.');
  return name;
}

/** The profile that option or environment names, and which of them; undefined if neither does. */
export function namedProfile(
  flag: string | undefined,
  env: Host['env'],
): ProfileChoice | undefined {
  const named = flag?.trim() || readVariable(env, 'WAYPOST_PROFILE');
  if (named === undefined) return undefined;
  return { name: profileNamed(named), source: flag?.trim() ? 'flag' : 'env' };
}

/** The login of a profile, in words; undefined is the one without. */
export function loginName(profile: string | undefined): string {
  return profile === undefined ? 'login without a profile' : `profile ${profile}`;
}
