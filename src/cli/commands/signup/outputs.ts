// What a sign-up prints with --json.
import { always, flag, type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = {
  signup: object({ success: always(true), config_path: text, available: flag, user_id: text }),
};
