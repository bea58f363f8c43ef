// What a request of the service prints with --json.
import { anyOf, integer, type Outputs, object, text } from '../../json-schema';

export const outputs: Outputs = {
  api: anyOf(
    {
      title: 'with -i, and where the body is not JSON',
      ...object({ status: integer, headers: { type: 'object' }, body: {} }),
    },
    {
      title: 'the body of the answer',
      ...object({ code: integer, message: text, result: {} }, ['result']),
    },
    { title: 'no body', type: 'null' },
  ),
};
