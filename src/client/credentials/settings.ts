// What a user set once for every run: a file of texts, which stand below options and environment.
import { configFile, damaged, readMembers } from './member-file';

/** Names of the members of the file. */
const settingMembers = ['base_url', 'output', 'color', 'timeout', 'tags', 'browser'] as const;

/** One of them. */
export type SettingMember = (typeof settingMembers)[number];

/** The settings as the file has them. */
export type Settings = Readonly<Partial<Record<SettingMember, string>>>;

/** A base URL that was set, and the file that says so. */
export interface BaseUrlSetting {
  text: string;
  path: string;
}

/**
 * Reads the settings file; none where there is no file. Throws `invalid_input` where it cannot be used or
 * understood; it is left as it is.
 */
export function readSettings(path: string): Settings {
  const members = readMembers(path, configFile)?.members ?? {};
  const found: Partial<Record<SettingMember, string>> = {};
  for (const name of settingMembers) {
    const value = members[name] ?? undefined;
    if (value === undefined) continue;
    // A number is what a person writes for the timeout.
    if (typeof value === 'number') found[name] = String(value);
    else if (typeof value === 'string') found[name] = value.trim();
    else throw damaged(path, configFile, `${name} is no text`);
  }
  return found;
}

/** The base URL that was set; undefined for none. */
export function baseUrlSetting(settings: Settings, path: string): BaseUrlSetting | undefined {
  const text = settings.base_url;
  return text === undefined ? undefined : { text, path };
}
