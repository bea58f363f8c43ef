// Finds the value and the source of each setting, and checks the stored settings.
import { placeholder } from '../../lib/command-text';
import { type Environment, readVariable } from '../../lib/environment';
import { invalidInput, WaypostError } from '../../lib/errors';
import type { GlobalOptions } from '../line/option-values';
import {
  type SettingName,
  type Settings,
  settingNames,
  settingsInVariables,
  settingTable,
} from '../line/settings';

type SettingSource = 'flag' | 'env' | 'settings' | 'default';

/** A setting's value, and the source of the value. The value is null if the setting has no value. */
export interface SettingInUse {
  name: SettingName;
  value: string | null;
  source: SettingSource;
}

/**
 * Returns the value that `waypost settings set` stores for the text that the user typed. Throws `invalid_input` if the
 * setting does not accept the text. If `allowHttp` is true, accepts a base URL with plain HTTP, even for another host.
 */
export function parseSetting(name: SettingName, text: string, allowHttp: boolean): string {
  const { parse, fromTyped } = settingTable[name];
  const value = fromTyped === undefined ? text : fromTyped(text);
  return parse(value, `The value for ${name}`, allowHttp);
}

/**
 * Checks the values in the settings file at this path. Throws `invalid_input` if a setting does not accept its value.
 */
export function checkSettings(settings: Settings, path: string): void {
  for (const name of settingNames) {
    const { field, parse } = settingTable[name];
    const text = settings[field];
    if (text === undefined) continue;
    try {
      // `true` allows plain HTTP here, because each command checks separately whether plain HTTP is allowed.
      parse(text, `The setting ${name}`, true);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      throw invalidInput(
        `${path} has an invalid value. ${error.message}`,
        (command) =>
          `Set a different value with ${command('settings set', [name, placeholder('value')])}, or remove the setting with ${command('settings unset', [name])}.`,
      );
    }
  }
}

/** Like `checkSettings`, but checks the environment variables that contain settings. */
export function checkVariables(env: Environment): void {
  for (const name of settingNames) {
    const { variable, parse } = settingTable[name];
    const text = variable && readVariable(env, variable);
    if (variable === undefined || text === undefined) continue;
    try {
      parse(text, variable, true);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      throw invalidInput(
        error.message,
        (command) =>
          `${error.hintWith(command)} ${command('help', ['environment'])} explains ${variable}.`,
      );
    }
  }
}

export function settingInUse(
  name: SettingName,
  options: GlobalOptions,
  env: Environment,
  settings: Settings,
): SettingInUse {
  const { field, option, otherVariables, default: usual = null } = settingTable[name];
  const given: [SettingSource, string | undefined][] = [
    ['flag', option?.(options)],
    ['env', settingsInVariables(env)[field] ?? otherVariables?.read(env)],
    ['settings', settings[field]],
  ];
  for (const [source, value] of given) if (value) return { name, value, source };
  return { name, value: usual, source: 'default' };
}
