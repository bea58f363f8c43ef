// What the commands about the proxy print with --json.
import { integer, list, type Outputs, object, orNull, text } from '../../json-schema';

export const outputs: Outputs = {
  run: {
    title: 'an error',
    ...object({ error: object({ code: text, message: text, hint: text }) }),
  },
  start: object(
    {
      WAYPOST_BASE_URL: text,
      WAYPOST_API_KEY: text,
      WAYPOST_USER_TOKEN: text,
      port: integer,
      pid: integer,
      expires_at: orNull(text),
      log: text,
    },
    ['WAYPOST_USER_TOKEN'],
  ),
  log: list(
    object({
      time: text,
      session: text,
      method: orNull(text),
      path: orNull(text),
      operation: orNull(text),
      status: integer,
      code: orNull(integer),
      refused: orNull(text),
      lookups: integer,
    }),
  ),
};
