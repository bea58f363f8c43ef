// What the commands about settings print with --json.
import { always, flag, list, type Outputs, object, oneOf, orNull, text } from '../../json-schema';
import { settingNames } from '../../setting-names';

const name = oneOf(...settingNames);
const setting = object({
  name,
  value: orNull(text),
  source: oneOf('flag', 'env', 'settings', 'default'),
});

export const outputs: Outputs = {
  get: setting,
  list: list(setting),
  set: object({ success: always(true), name, value: text, config_path: text }),
  unset: object({ success: always(true), name, removed: flag, config_path: text }),
};
