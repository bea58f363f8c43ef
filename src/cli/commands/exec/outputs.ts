// What `waypost exec` prints with --json: that it is refused.
import { type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = {
  exec: {
    title: 'an error',
    ...object({ error: object({ code: text, message: text, hint: text }) }),
  },
};
