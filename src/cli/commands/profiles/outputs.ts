// What the commands about bound directories print with --json.
import { always, flag, list, type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = {
  bind: object({ success: always(true), directory: text, profile: text, config_path: text }),
  unbind: object({ success: always(true), directory: text, removed: flag, config_path: text }),
  list: list(object({ directory: text, profile: text })),
};
