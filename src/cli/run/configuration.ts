// Loads the user's configuration. Most machines have no configuration. Therefore, waypost loads the code that reads the
// configuration only if a configuration file exists or an environment variable contains a setting.
import { existsSync } from 'node:fs';
import {
  type ProfileChoice,
  profilesPath,
  settingsPath,
} from '../../client/credentials/directories';
import type { SharedWarning } from '../../client/credentials/json-file';
import type { BaseUrlSetting } from '../../client/credentials/settings';
import type { WaypostError } from '../../lib/errors';
import type { Machine } from '../../lib/runtime';
import { type Settings, settingFields, settingsInVariables } from '../line/settings';

export interface Configuration {
  /** The settings in the settings file and in environment variables. Environment variables take precedence. */
  settings: Settings;
  baseUrl?: BaseUrlSetting | undefined;
  /** Warnings about configuration files that other users can change. */
  warnings?: SharedWarning[];
  /** The error in the settings, for commands that work even if the settings are invalid. */
  problem?: WaypostError;
  /** Returns the profile that `profiles bind` or `auth switch` selects. Throws the errors of `profileByRules`. */
  profile?: () => ProfileChoice | undefined;
}

/** The configuration if no file and no environment variable contains a setting. */
export const noConfiguration: Configuration = { settings: {} };

/**
 * Reads and checks the settings. Throws `invalid_input` if a configuration file or an environment variable contains an
 * invalid value.
 */
export async function loadConfiguration(
  place: Pick<Machine, 'env' | 'platform' | 'home'>,
): Promise<Configuration> {
  const [settings, profiles] = [settingsPath(place), profilesPath(place)];
  const found: Configuration = { settings: {}, warnings: [] };
  const files = [settings, profiles].filter((path) => existsSync(path));
  const variables = settingsInVariables(place.env);
  if (Object.keys(variables).length > 0) {
    const { checkVariables } = await import('./settings');
    checkVariables(place.env);
    found.settings = variables;
  }
  if (files.length === 0) return found;
  const { sharedWarnings } = await import('../../client/credentials/json-file');
  found.warnings = files.flatMap(sharedWarnings);
  if (files.includes(profiles)) {
    const { profileByRules, readProfileRules } = await import('../../client/credentials/profiles');
    found.profile = () => profileByRules(readProfileRules(profiles), process.cwd);
  }
  if (files.includes(settings)) {
    const [{ baseUrlSetting, readSettings }, { checkSettings }] = await Promise.all([
      import('../../client/credentials/settings'),
      import('./settings'),
    ]);
    const stored = readSettings(settings, settingFields);
    found.settings = { ...stored, ...variables };
    found.baseUrl = baseUrlSetting(stored, settings);
    checkSettings(stored, settings);
  }
  return found;
}
