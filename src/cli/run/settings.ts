// The value of each setting in a run, and the checks of the settings that a user stored.
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

/** The value of a setting in this run; null if it has none. */
export interface SettingInUse {
  name: SettingName;
  value: string | null;
  source: SettingSource;
}

/**
 * The value that `waypost settings set` stores for a text. Throws `invalid_input` for a value that the option of the
 * same name refuses. `allowHttp`: for plain http to another machine.
 */
export function parseSetting(name: SettingName, text: string, allowHttp: boolean): string {
  const { parse, fromTyped } = settingTable[name];
  const value = fromTyped === undefined ? text : fromTyped(text);
  return parse(value, `The value for ${name}`, allowHttp);
}

/** Throws `invalid_input` for a value of the settings file at this path that the option of the same name refuses. */
export function checkSettings(settings: Settings, path: string): void {
  for (const name of settingNames) {
    const { field, parse } = settingTable[name];
    const text = settings[field];
    if (text === undefined) continue;
    try {
      // Each run checks whether plain http is allowed.
      parse(text, `The setting ${name}`, true);
    } catch (error) {
      if (!(error instanceof WaypostError)) throw error;
      throw invalidInput(
        `${path} has an invalid value. ${error.message}`,
        (command) =>
          `Set another with ${command('settings set', [name, placeholder('value')])}, or remove it with ${command('settings unset', [name])}.`,
      );
    }
  }
}

/** As `checkSettings`, for every variable that holds a setting. */
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
    ['env', settingsInVariables(env)[field] ?? otherVariables?.(env)],
    ['settings', settings[field]],
  ];
  for (const [source, value] of given) if (value) return { name, value, source };
  return { name, value: usual, source: 'default' };
}
