// Reads the settings file, which contains default values that apply to every command. Options and environment variables
// override these values.
import { WaypostError } from '../../lib/errors';
import type { JsonObject } from '../../lib/exact-json';
import { rejected } from '../reasons';
import { configFile, readJsonFile } from './json-file';

/** Maps each field of the settings file to its value as a string. */
export type SettingTexts<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface BaseUrlSetting {
  text: string;
  path: string;
}

/**
 * Reads the given fields from the settings file. Returns an empty object if the file does not exist. Throws
 * `invalid_input` if the file cannot be read or parsed. Never changes the file.
 */
export function readSettings<Field extends string>(
  path: string,
  fields: readonly Field[],
): SettingTexts<Field> {
  const { settings, problem } = readableSettings(path, fields);
  if (problem !== undefined) throw problem;
  return settings;
}

/** Like `readSettings`, but does not throw. Returns the first error together with all settings that can be read. */
export function readableSettings<Field extends string>(
  path: string,
  fields: readonly Field[],
): { settings: SettingTexts<Field>; problem?: WaypostError } {
  const settings: Partial<Record<Field, string>> = {};
  let stored: JsonObject;
  try {
    stored = readJsonFile(path, configFile)?.fields ?? {};
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    return { settings, problem: error };
  }
  let problem: WaypostError | undefined;
  for (const name of fields) {
    const value = stored[name] ?? undefined;
    if (value === undefined) continue;
    // Accept a number, because a user who edits the file might write the timeout as a number.
    if (typeof value === 'number') settings[name] = String(value);
    else if (typeof value === 'string') settings[name] = value.trim();
    else {
      const message = `waypost cannot parse ${path}: ${name} is not text or a number.`;
      problem ??= rejected('setting_damaged', message, { name });
    }
  }
  return { settings, ...(problem === undefined ? {} : { problem }) };
}

export function baseUrlSetting(
  settings: SettingTexts<'base_url'>,
  path: string,
): BaseUrlSetting | undefined {
  const text = settings.base_url;
  return text === undefined ? undefined : { text, path };
}
