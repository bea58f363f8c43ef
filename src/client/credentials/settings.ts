// The user's settings for every run: a file of texts. Options and environment override them.
import { WaypostError } from '../../lib/errors';
import { rejected } from '../reasons';
import { configFile, type Members, readMembers } from './member-file';

/** Names of the members of the file. */
const settingMembers = [
  'base_url',
  'output',
  'color',
  'timeout',
  'tags',
  'browser',
  'read_only',
] as const;

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
  const { settings, problem } = readableSettings(path);
  if (problem !== undefined) throw problem;
  return settings;
}

/** The settings that can be read, and what is wrong with the file. */
export function readableSettings(path: string): { settings: Settings; problem?: WaypostError } {
  let members: Members;
  try {
    members = readMembers(path, configFile)?.members ?? {};
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return { settings: {}, problem: error };
  }
  const settings: Partial<Record<SettingMember, string>> = {};
  let problem: WaypostError | undefined;
  for (const name of settingMembers) {
    const value = members[name] ?? undefined;
    if (value === undefined) continue;
    // People write the timeout as a number.
    if (typeof value === 'number') settings[name] = String(value);
    else if (typeof value === 'string') settings[name] = value.trim();
    else {
      const message = `${path} cannot be parsed: ${name} is not a string.`;
      problem ??= rejected('setting_damaged', message, { name });
    }
  }
  return { settings, ...(problem === undefined ? {} : { problem }) };
}

/** The base URL that was set; undefined for none. */
export function baseUrlSetting(settings: Settings, path: string): BaseUrlSetting | undefined {
  const text = settings.base_url;
  return text === undefined ? undefined : { text, path };
}
