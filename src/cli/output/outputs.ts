// What each command prints with --json, by the words that name it, for `waypost schema` and --fields.
import { results } from '../../api/results';
import { ways } from '../installation/installed';
import { settingNames } from '../line/setting-names';
import {
  always,
  anyOf,
  flag,
  integer,
  type JsonSchema,
  list,
  number,
  object,
  oneOf,
  orNull,
  text,
  texts,
} from './json-schema';

const summary: JsonSchema = {
  title: 'with --file and -o',
  ...object({
    success: always(true),
    path: text,
    rows: integer,
    succeeded: integer,
    failed: integer,
    lookups: integer,
    in_doubt: integer,
    bytes: integer,
    outcomes: { type: 'object' },
  }),
};

const estimate: JsonSchema = {
  title: 'with --file and --dry-run',
  ...object({
    rows: integer,
    invalid: integer,
    invalid_rows: list(object({ row: integer, error: {} })),
    distinct: integer,
    cached: integer,
    lookups: integer,
    seconds: orNull(number),
    lookups_remaining: orNull(number),
  }),
};

const rows: JsonSchema = {
  title: 'with --file alone',
  ...list(object({ row: integer, input: {}, result: {}, error: {} }, ['result', 'error'])),
};

/** The output of a lookup command whose single lookup gives `result`. */
function lookupOutput(result: JsonSchema): JsonSchema {
  return anyOf({ title: 'without --file', ...result }, summary, estimate, rows);
}

/** The output of a command that changed something. */
const done = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema =>
  object({ success: always(true), ...properties });
/** Of a command that runs another and refuses --json. */
const failure: JsonSchema = {
  title: 'an error',
  ...object({ error: object({ code: text, message: text, hint: text }) }),
};

const source = oneOf('flag', 'env', 'config');
const credential = orNull(object({ source, preview: text }));
const stored = orNull(object({ source, preview: text, command: text }, ['command']));

const startedSignUp = { signup_url: text, expires_at: orNull(text), resume: text };

const name = oneOf(...settingNames);
const setting = object({
  name,
  value: orNull(text),
  source: oneOf('flag', 'env', 'settings', 'default'),
});

const row = object({
  timestamp: text,
  ip: text,
  search_term: text,
  url: text,
  lookup_type: text,
  tags: texts,
  lookups_consumed: number,
  licensee: text,
  source_ip: text,
});

const faultRule = object(
  { path: text, method: text, fault: text, times: integer, seed: integer, latency: text },
  ['method', 'times', 'seed', 'latency'],
);

const running = {
  running: flag,
  url: orNull(text),
  port: orNull(integer),
  pid: orNull(integer),
  version: orNull(text),
  data: orNull(text),
};

const argument = object(
  { name: text, description: text, required: flag, variadic: flag, choices: texts },
  ['choices'],
);

const option = object(
  {
    name: text,
    short: text,
    alias: text,
    value: text,
    description: text,
    default: text,
    choices: texts,
    repeatable: flag,
    conflicts: texts,
    global: flag,
  },
  ['short', 'alias', 'value', 'default', 'choices', 'conflicts'],
);

const shell = oneOf('bash', 'zsh', 'fish', 'powershell');

/** The commands that print what the service sends, unchanged. */
const passedOn = Object.fromEntries(
  Object.entries(results).map(([command, schema]: [string, JsonSchema]) => {
    const result = { ...schema, description: `${schema.description} As the service sends it.` };
    const isLookup = /^(places|addresses|emails|phones) /.test(command);
    return [command, isLookup ? lookupOutput(result) : result];
  }),
);

/** The schema of each command's output. */
export const outputs: Readonly<Record<string, JsonSchema>> = {
  ...passedOn,
  // The client asks for these members alone.
  'keys usage': { ...passedOn['keys usage'], required: ['total', 'dailyCount'] },
  signup: anyOf(
    done({ config_path: text, available: flag, user_id: text }),
    done(startedSignUp),
    object({ pending: always(true), ...startedSignUp }),
  ),
  'auth login': done({ config_path: text, available: flag }),
  'auth logout': done({ removed: flag, config_path: text }),
  'auth whoami': object(
    { api_key: credential, user_token: credential, live: flag, available: flag },
    ['available'],
  ),
  'auth token': object({ token: text, source }),
  'auth list': list(
    object(
      {
        profile: orNull(text),
        base_url: orNull(text),
        api_key: stored,
        user_token: stored,
        current: flag,
        live: orNull(flag),
        available: orNull(flag),
        error: object({ code: text, message: text }),
      },
      ['live', 'available', 'error'],
    ),
  ),
  'auth switch': done({ profile: orNull(text), config_path: text }),
  'auth remove': done({
    profile: orNull(text),
    removed: flag,
    was_current: flag,
    unbound: list(text),
  }),
  'profiles bind': done({ directory: text, profile: orNull(text), config_path: text }),
  'profiles unbind': done({ directory: text, removed: flag, config_path: text }),
  'profiles list': list(
    object({
      profile: orNull(text),
      login: flag,
      current: flag,
      switched: flag,
      directories: list(text),
    }),
  ),
  'settings get': setting,
  'settings list': list(setting),
  'settings set': done({ name, value: text, config_path: text }),
  'settings unset': done({ name, removed: flag, config_path: text }),
  'keys list': list(
    object(
      {
        preview: text,
        command: text,
        type: oneOf('api_key', 'user_token'),
        profile: orNull(text),
        base_url: text,
        source,
        path: orNull(text),
        in_use: flag,
      },
      ['command'],
    ),
  ),
  'lookups list': list(row),
  'lookups export': anyOf(
    {
      title: 'with -o',
      ...object(
        {
          success: always(true),
          path: text,
          rows: integer,
          bytes: integer,
          start: text,
          end: text,
          windows: integer,
          irregular_rows: integer,
        },
        ['irregular_rows'],
      ),
    },
    { title: 'without -o', ...list(row) },
  ),
  'configs pull': object({
    success: flag,
    directory: text,
    written: list(object({ name: text, file: text })),
    unchanged: texts,
    local_only: texts,
  }),
  'configs push': object({
    success: flag,
    created: texts,
    updated: texts,
    deleted: texts,
    unchanged: texts,
    local_only: texts,
    service_only: texts,
  }),
  'configs diff': object({
    different: flag,
    configs: list(
      object({
        name: text,
        file: orNull(text),
        state: oneOf('added', 'changed', 'unchanged', 'service_only'),
        diff: text,
      }),
    ),
    ignored: list(object({ file: text, reason: oneOf('hidden', 'link', 'folder', 'other') })),
  }),
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
  'sandbox start': anyOf(
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
  'sandbox stop': anyOf(done({ stopped: flag, pid: orNull(integer) }), {
    title: 'with --all',
    ...done({ stopped: list(object({ url: text, pid: integer, data: orNull(text) })) }),
  }),
  'sandbox status': object(running),
  'sandbox reset': done({ reset: flag, url: orNull(text) }),
  'sandbox url': object({ url: text }),
  'sandbox list': list(object({ ...running, started_at: text, detached: flag })),
  'sandbox logs': object({ file: text, lines: texts }),
  'sandbox set': done({ key: text, url: text, details: passedOn['keys details'] ?? {} }),
  'sandbox clock': done({ now: text, url: text }),
  'sandbox fault': anyOf(list(faultRule), done({ faults: list(faultRule), url: text })),
  'sandbox requests': anyOf(
    list(
      object({
        ...{ id: integer, time: text, method: text, path: text, status: orNull(integer) },
        ...{ code: orNull(integer), charge: integer, fault: orNull(text), key: orNull(text) },
        ms: integer,
      }),
    ),
    { title: 'with --clear', ...done({ cleared: integer, url: text }) },
  ),
  'sandbox values': list(
    object({
      ...{ command: text, value: text, meaning: text, code: integer },
      result: orNull({ type: 'object' }),
    }),
  ),
  'sandbox traffic': done({ key: text, count: integer, start: text, end: text, url: text }),
  'sandbox snapshot': anyOf(
    list(object({ name: text, size: integer, saved_at: text })),
    object(
      { success: always(true), name: text, size: integer, saved_at: text, now: text, url: text },
      ['size', 'saved_at', 'now'],
    ),
  ),
  'sandbox env': object({
    WAYPOST_BASE_URL: text,
    WAYPOST_API_KEY: text,
    WAYPOST_USER_TOKEN: text,
  }),
  'sandbox signup': done({ state: text, user_id: text, url: text }),
  exec: failure,
  'proxy run': failure,
  'proxy start': object(
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
  'proxy log': list(
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
      requests: integer,
    }),
  ),
  open: object({ url: text, dashboard: flag }),
  schema: object({
    name: text,
    description: text,
    arguments: list(argument),
    options: list(option),
    output: orNull({ type: 'object' }),
    effects: orNull(
      object({
        reads: flag,
        changes: flag,
        deletes: flag,
        bills: flag,
        writes_files: flag,
        runs_programs: flag,
      }),
    ),
    errors: list(object({ code: text, exit_status: integer, when: text }, ['when'])),
    exit_statuses: list(object({ status: integer, when: text })),
    commands: list({ type: 'object' }),
  }),
  'completion install': done({ shell, script: text, rc: orNull(text), rc_changed: flag }),
  'completion print': object({ shell, script: text }),
  doctor: object({
    ok: flag,
    checks: list(object({ name: text, ok: flag, message: text, hint: text }, ['hint'])),
  }),
  version: object({
    version: text,
    commit: orNull(text),
    runtime: text,
    platform: text,
    installed: oneOf(...ways),
  }),
  help: anyOf(
    object({ help: text }),
    {
      title: 'exit-codes',
      ...object({ exit_codes: list(object({ status: integer, code: text, meaning: text })) }),
    },
    { title: 'environment', ...object({ variables: list(object({ name: text, meaning: text })) }) },
  ),
};
