// The settings, by name: what help, completion and `waypost settings` agree on.
import { invalidInput } from '../lib/errors';

/** Every setting, in the order in which they are listed. */
export const settingNames = ['base-url', 'output', 'color', 'timeout', 'tags', 'browser'] as const;

/** One of them. */
export type SettingName = (typeof settingNames)[number];

/** The only values there are, where a setting has some. */
export const settingValues: Readonly<Partial<Record<SettingName, readonly string[]>>> = {
  output: ['text', 'json'],
  color: ['auto', 'always', 'never'],
  browser: ['none'],
};

/** The setting of this name. Throws `invalid_input`, naming those there are. */
export function settingName(text: string): SettingName {
  const wanted = text.trim().toLowerCase().replaceAll('_', '-').replace('colour', 'color');
  const found = settingNames.find((name) => name === wanted);
  if (found !== undefined) return found;
  throw invalidInput(
    `There is no setting ${JSON.stringify(text)}.`,
    `The settings are: ${settingNames.join(', ')}.`,
  );
}
