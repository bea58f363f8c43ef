// The names of the settings, for help, completion and `waypost settings`.
import { invalidInput } from '../../lib/errors';

/** Every setting, in the order in which they are listed. */
export const settingNames = [
  'base-url',
  'output',
  'color',
  'timeout',
  'tags',
  'browser',
  'read-only',
] as const;

export type SettingName = (typeof settingNames)[number];

/** All allowed values, if a setting has a fixed list. */
export const settingValues: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  output: ['text', 'json'],
  color: ['auto', 'always', 'never'],
  browser: ['none'],
  'read-only': ['on', 'off'],
};

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
