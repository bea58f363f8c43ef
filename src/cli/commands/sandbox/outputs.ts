// What the commands about the sandbox print with --json.
import {
  always,
  anyOf,
  flag,
  integer,
  list,
  type Outputs,
  object,
  orNull,
  text,
  texts,
} from '../../json-schema';

const running = {
  running: flag,
  url: orNull(text),
  port: orNull(integer),
  pid: orNull(integer),
  version: orNull(text),
  data: orNull(text),
};

const session = {
  url: text,
  port: integer,
  host: text,
  pid: integer,
  file: text,
  detached: flag,
};

export const outputs: Outputs = {
  start: anyOf(
    object({
      url: text,
      port: integer,
      host: text,
      pid: integer,
      data: orNull(text),
      detached: flag,
    }),
    {
      title: 'with --openapi',
      type: 'object',
      required: ['openapi'],
      properties: { openapi: text },
    },
  ),
  stop: anyOf(object({ success: always(true), stopped: flag, pid: orNull(integer) }), {
    title: 'with --all',
    ...object({
      success: always(true),
      stopped: list(object({ url: text, pid: integer, data: orNull(text) })),
    }),
  }),
  status: object(running),
  reset: object({ success: always(true), reset: flag, url: orNull(text) }),
  url: object({ url: text }),
  list: list(object({ ...running, started_at: orNull(text), detached: orNull(flag), mode: text })),
  logs: object({ file: text, lines: texts }),
  places: object({
    folder: text,
    places: integer,
    files: list(object({ name: text, bytes: integer, downloaded: flag })),
  }),
  snapshot: anyOf(
    list(object({ name: text, size: integer, saved_at: text })),
    object(
      { success: always(true), name: text, size: integer, saved_at: text, now: text, url: text },
      ['size', 'saved_at', 'now'],
    ),
  ),
  record: object({ ...session, to: text }),
  replay: object({ ...session, requests: integer }),
  env: object({ WAYPOST_BASE_URL: text, WAYPOST_API_KEY: text, WAYPOST_USER_TOKEN: text }),
  signup: object({ success: always(true), state: text, user_id: text, url: text }),
};
