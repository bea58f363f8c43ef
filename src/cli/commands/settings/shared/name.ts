// The name of a setting, as it is typed.
import { invalidInput } from '../../../../lib/errors';
import { type SettingName, settingNames } from '../../../setting-names';

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
