// What help prints with --json.
import { anyOf, integer, list, type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = {
  help: anyOf(
    object({ help: text }),
    {
      title: 'exit-codes',
      ...object({ exit_codes: list(object({ status: integer, code: text, meaning: text })) }),
    },
    { title: 'environment', ...object({ variables: list(object({ name: text, meaning: text })) }) },
  ),
};
