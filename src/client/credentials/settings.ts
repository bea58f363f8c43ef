// Reads the settings file: default values for every command, as text. Options and environment variables override them.
import { WaypostError } from '../../lib/errors';
import type { JsonObject } from '../../lib/exact-json';
import { rejected } from '../reasons';
import { configFile, readJsonFile } from './json-file';

const settingFields = [
  'base_url',
  'output',
  'color',
  'timeout',
  'tags',
  'browser',
  'read_only',
] as const;

export type SettingField = (typeof settingFields)[number];

export type Settings = Readonly<Partial<Record<SettingField, string>>>;

export interface BaseUrlSetting {
  text: string;
  path: string;
}

/**
 * Reads the settings file; there are no settings if it does not exist. Throws `invalid_input` if the file cannot be read
 * or parsed. Never changes the file.
 */
export function readSettings(path: string): Settings {
  const { settings, problem } = readableSettings(path);
  if (problem !== undefined) throw problem;
  return settings;
}

/** Like `readSettings`, but returns the settings that can be read together with the error. */
export function readableSettings(path: string): { settings: Settings; problem?: WaypostError } {
  let fields: JsonObject;
  try {
    fields = readJsonFile(path, configFile)?.fields ?? {};
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return { settings: {}, problem: error };
  }
  const settings: Partial<Record<SettingField, string>> = {};
  let problem: WaypostError | undefined;
  for (const name of settingFields) {
    const value = fields[name] ?? undefined;
    if (value === undefined) continue;
    // Users write the timeout as a number.
    if (typeof value === 'number') settings[name] = String(value);
    else if (typeof value === 'string') settings[name] = value.trim();
    else {
      const message = `${path} cannot be parsed: ${name} is not a string.`;
      problem ??= rejected('setting_damaged', message, { name });
    }
  }
  return { settings, ...(problem === undefined ? {} : { problem }) };
}

export function baseUrlSetting(settings: Settings, path: string): BaseUrlSetting | undefined {
  const text = settings.base_url;
  return text === undefined ? undefined : { text, path };
}
