// The user's settings for every run: a file of texts. Options and environment override them.
import { configFile, damaged, readMembers } from './member-file';

/** Names of the members of the file. */
const settingMembers = ['base_url', 'output', 'color', 'timeout', 'tags', 'browser'] as const;

/** One of them. */
export type SettingMember = (typeof settingMembers)[number];

/** The settings as the file has them. */
export type Settings = Readonly<Partial<Record<SettingMember, string>>>;

/** The base URL of the settings, and the file it is in. */
export interface BaseUrlSetting {
  text: string;
  path: string;
}

/**
 * Reads the settings file; none if there is no file. Throws `invalid_input` if it cannot be used or parsed;
 * the file is kept.
 */
export function readSettings(path: string): Settings {
  const members = readMembers(path, configFile)?.members ?? {};
  const found: Partial<Record<SettingMember, string>> = {};
  for (const name of settingMembers) {
    const value = members[name] ?? undefined;
    if (value === undefined) continue;
    // People write the timeout as a number.
    if (typeof value === 'number') found[name] = String(value);
    else if (typeof value === 'string') found[name] = value.trim();
    else throw damaged(path, configFile, `${name} is not a string`);
  }
  return found;
}

/** The base URL that was set; undefined for none. */
export function baseUrlSetting(settings: Settings, path: string): BaseUrlSetting | undefined {
  const text = settings.base_url;
  return text === undefined ? undefined : { text, path };
}
