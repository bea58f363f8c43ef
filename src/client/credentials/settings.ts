// The user's settings for every run: a file of texts. Options and environment override them.
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
 * Reads the settings file; none if there is no file. Throws `invalid_input` if it cannot be used or parsed;
 * the file is kept.
 */
export function readSettings(path: string): Settings {
  const { settings, problem } = readableSettings(path);
  if (problem !== undefined) throw problem;
  return settings;
}

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

export function baseUrlSetting(settings: Settings, path: string): BaseUrlSetting | undefined {
  const text = settings.base_url;
  return text === undefined ? undefined : { text, path };
}
