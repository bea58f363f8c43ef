// What `waypost doctor` prints with --json.
import { flag, list, type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = {
  doctor: object({
    ok: flag,
    checks: list(object({ name: text, ok: flag, message: text, hint: text }, ['hint'])),
  }),
};
