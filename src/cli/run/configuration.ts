// The user's configuration for a run. Most machines have none, so the code that reads it is loaded only if
// there is a file, or a variable that holds a setting.
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
  /** Those of the file, and above them those of variables. */
  settings: Settings;
  baseUrl?: BaseUrlSetting | undefined;
  /** What other users may change of it. */
  warnings?: SharedWarning[];
  /** Why the settings are unusable, for commands that work without them. */
  problem?: WaypostError;
  /** The profile if none is named. Throws `invalid_input`; see `profileByRules`. */
  profile?: () => ProfileChoice | undefined;
}

/** The configuration of a machine without any. */
export const noConfiguration: Configuration = { settings: {} };

/** Reads the settings, checked. Throws `invalid_input` for a file or a variable that cannot be used. */
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
