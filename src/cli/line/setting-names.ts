// The table of settings, for help, completion, `waypost settings` and every run.
import type { SettingField, Settings } from '../../client/credentials/settings';
import { type Environment, readVariable, type VariableName } from '../../lib/environment';
import { invalidInput } from '../../lib/errors';

/** What allows only commands that read: the variable or the setting. */
export type ReadOnlyCause = 'WAYPOST_READ_ONLY' | 'read-only';

interface SettingRow {
  /** Its member of the settings file. */
  member: SettingField;
  /** The variable that holds the same texts, and overrides the file; others are read where they are used. */
  variable?: VariableName;
  /** All allowed values, if there is a fixed list. */
  values?: readonly string[];
}

/** Every setting, in the order in which they are listed. */
const table = {
  'base-url': {
    member: 'base_url',
  },
  output: {
    member: 'output',
    variable: 'WAYPOST_OUTPUT',
    values: ['text', 'json'],
  },
  color: {
    member: 'color',
    values: ['auto', 'always', 'never'],
  },
  timeout: {
    member: 'timeout',
    variable: 'WAYPOST_TIMEOUT',
  },
  tags: {
    member: 'tags',
    variable: 'WAYPOST_TAGS',
  },
  browser: {
    member: 'browser',
    values: ['none'],
  },
  'read-only': {
    member: 'read_only',
    values: ['on', 'off'],
  },
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof table;

export const settingRows: Readonly<Record<SettingName, SettingRow>> = table;

export const settingNames = Object.keys(table) as SettingName[];

/** The settings that variables hold, by their members of the settings file; choices are in lower case. */
export function settingsInVariables(env: Environment): Settings {
  return Object.fromEntries(
    Object.values(settingRows).flatMap(({ member, variable, values }) => {
      const text = variable && readVariable(env, variable);
      if (text === undefined) return [];
      return [[member, values === undefined ? text : text.toLowerCase()]];
    }),
  );
}

/** The setting of this name. Throws `invalid_input`, naming all settings. */
export function settingName(text: string): SettingName {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-').replace('colour', 'color');
  const found = settingNames.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw invalidInput(
    `There is no setting ${JSON.stringify(text)}.`,
    `The settings are: ${settingNames.join(', ')}.`,
  );
}
