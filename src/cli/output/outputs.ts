// What each command prints with --json, by the words that name it, for `waypost schema` and --fields.
import { results } from '../../api/results';
import { upgradeHints } from '../installation/installed';
import { settingNames } from '../line/setting-names';

/** The part of JSON Schema 2020-12 that describes the outputs of commands. */
export interface JsonSchema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: string | number | boolean | null;
  enum?: readonly (string | null)[];
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: JsonSchema;
  anyOf?: readonly JsonSchema[];
}

type Properties = Readonly<Record<string, JsonSchema>>;

export const string: JsonSchema = { type: 'string' };
const integer: JsonSchema = { type: 'integer' };
const number: JsonSchema = { type: 'number' };
export const boolean: JsonSchema = { type: 'boolean' };
const strings = arrayOf(string);
const anyObject: JsonSchema = { type: 'object' };
const success: JsonSchema = { const: true };

/** An object of this tool; a name that ends with `?` is of an optional member. Later versions may add members. */
export function object(members: Properties): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema]),
  );
  const required = Object.keys(members).filter((name) => !name.endsWith('?'));
  return { type: 'object', properties, required };
}

/** Members of one type. */
function each(schema: JsonSchema, ...names: string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

function enumOf(...values: string[]): JsonSchema {
  return { type: 'string', enum: values };
}

export function arrayOf(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

function union(...forms: JsonSchema[]): JsonSchema {
  return { anyOf: forms };
}

export function nullable(schema: JsonSchema): JsonSchema {
  return union(schema, { type: 'null' });
}

function titled(title: string, schema: JsonSchema): JsonSchema {
  return { title, ...schema };
}

/** The output of a command that changed something. */
function changed(members: Properties): JsonSchema {
  return object({ success, ...members });
}

const batchSummary = changed({
  path: string,
  ...each(integer, 'rows', 'succeeded', 'failed', 'lookups', 'in_doubt', 'bytes'),
  outcomes: anyObject,
});

const batchEstimate = object({
  ...each(integer, 'rows', 'invalid'),
  invalid_rows: arrayOf(object({ row: integer, error: {} })),
  ...each(integer, 'distinct', 'cached', 'lookups'),
  ...each(nullable(number), 'seconds', 'lookups_remaining'),
});

const batchRows = arrayOf(object({ row: integer, input: {}, 'result?': {}, 'error?': {} }));

/** The output of a lookup command whose single lookup gives `result`. */
function lookupOutput(result: JsonSchema): JsonSchema {
  return union(
    titled('without --file', result),
    titled('with --file and -o', batchSummary),
    titled('with --file and --dry-run', batchEstimate),
    titled('with --file alone', batchRows),
  );
}

/** Of a command that runs another and refuses --json. */
const errorAlone = titled(
  'an error',
  object({ error: object(each(string, 'code', 'message', 'hint')) }),
);

const credentialSource = enumOf('flag', 'env', 'config');
const credential = nullable(object({ source: credentialSource, preview: string }));
const storedCredential = nullable(
  object({ source: credentialSource, preview: string, 'command?': string }),
);

const startedSignUp = { signup_url: string, expires_at: nullable(string), resume: string };

const settingName = enumOf(...settingNames);
const setting = object({
  name: settingName,
  value: nullable(string),
  source: enumOf('flag', 'env', 'settings', 'default'),
});

const logRow = object({
  ...each(string, 'timestamp', 'ip', 'search_term', 'url', 'lookup_type'),
  tags: strings,
  lookups_consumed: number,
  ...each(string, 'licensee', 'source_ip'),
});

const activeFault = object({
  path: string,
  'method?': string,
  fault: string,
  ...each(integer, 'times?', 'seed?'),
  'latency?': string,
});

const runningSandbox = {
  running: boolean,
  url: nullable(string),
  ...each(nullable(integer), 'port', 'pid'),
  ...each(nullable(string), 'version', 'data'),
};

const argument = object({
  ...each(string, 'name', 'description'),
  ...each(boolean, 'required', 'variadic'),
  'choices?': strings,
});

const option = object({
  name: string,
  ...each(string, 'short?', 'alias?', 'value?'),
  description: string,
  'default?': string,
  'choices?': strings,
  repeatable: boolean,
  'conflicts?': strings,
  global: boolean,
});

const shellName = enumOf('bash', 'zsh', 'fish', 'powershell');

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
  signup: union(
    changed({ config_path: string, available: boolean, user_id: string }),
    changed(startedSignUp),
    object({ pending: success, ...startedSignUp }),
  ),
  'auth login': changed({ config_path: string, available: boolean }),
  'auth logout': changed({ removed: boolean, config_path: string }),
  'auth whoami': object({
    ...each(credential, 'api_key', 'user_token'),
    live: boolean,
    'available?': boolean,
  }),
  'auth token': object({ token: string, source: credentialSource }),
  'auth list': arrayOf(
    object({
      ...each(nullable(string), 'profile', 'base_url'),
      ...each(storedCredential, 'api_key', 'user_token'),
      current: boolean,
      ...each(nullable(boolean), 'live?', 'available?'),
      'error?': object(each(string, 'code', 'message')),
    }),
  ),
  'auth switch': changed({ profile: nullable(string), config_path: string }),
  'auth remove': changed({
    profile: nullable(string),
    ...each(boolean, 'removed', 'was_current'),
    unbound: strings,
  }),
  'profiles bind': changed({ directory: string, profile: nullable(string), config_path: string }),
  'profiles unbind': changed({ directory: string, removed: boolean, config_path: string }),
  'profiles list': arrayOf(
    object({
      profile: nullable(string),
      ...each(boolean, 'login', 'current', 'switched'),
      directories: strings,
    }),
  ),
  'settings get': setting,
  'settings list': arrayOf(setting),
  'settings set': changed({ name: settingName, value: string, config_path: string }),
  'settings unset': changed({ name: settingName, removed: boolean, config_path: string }),
  'keys list': arrayOf(
    object({
      preview: string,
      'command?': string,
      type: enumOf('api_key', 'user_token'),
      profile: nullable(string),
      base_url: string,
      source: credentialSource,
      path: nullable(string),
      in_use: boolean,
    }),
  ),
  'lookups list': arrayOf(logRow),
  'lookups export': union(
    titled(
      'with -o',
      changed({
        path: string,
        ...each(integer, 'rows', 'bytes'),
        ...each(string, 'start', 'end'),
        ...each(integer, 'windows', 'irregular_rows?'),
      }),
    ),
    titled('without -o', arrayOf(logRow)),
  ),
  'configs pull': object({
    success: boolean,
    directory: string,
    written: arrayOf(object(each(string, 'name', 'file'))),
    ...each(strings, 'unchanged', 'local_only'),
  }),
  'configs push': object({
    success: boolean,
    ...each(strings, 'created', 'updated', 'deleted', 'unchanged', 'local_only', 'service_only'),
  }),
  'configs diff': object({
    different: boolean,
    configs: arrayOf(
      object({
        name: string,
        file: nullable(string),
        state: enumOf('added', 'changed', 'unchanged', 'service_only'),
        diff: string,
      }),
    ),
    ignored: arrayOf(object({ file: string, reason: enumOf('hidden', 'link', 'folder', 'other') })),
  }),
  api: union(
    titled(
      'with -i, and where the body is not JSON',
      object({ status: integer, headers: anyObject, body: {} }),
    ),
    titled('the body of the answer', object({ code: integer, message: string, 'result?': {} })),
    { title: 'no body', type: 'null' },
  ),
  'sandbox start': union(
    object({
      url: string,
      port: integer,
      host: string,
      pid: integer,
      data: nullable(string),
      detached: boolean,
    }),
    {
      title: 'with --openapi',
      type: 'object',
      required: ['openapi'],
      properties: { openapi: string },
    },
  ),
  'sandbox stop': union(
    changed({ stopped: boolean, pid: nullable(integer) }),
    titled(
      'with --all',
      changed({ stopped: arrayOf(object({ url: string, pid: integer, data: nullable(string) })) }),
    ),
  ),
  'sandbox status': object(runningSandbox),
  'sandbox reset': changed({ reset: boolean, url: nullable(string) }),
  'sandbox url': object({ url: string }),
  'sandbox list': arrayOf(object({ ...runningSandbox, started_at: string, detached: boolean })),
  'sandbox logs': object({ file: string, lines: strings }),
  'sandbox set': changed({ key: string, url: string, details: passedOn['keys details'] ?? {} }),
  'sandbox clock': changed({ now: string, url: string }),
  'sandbox fault': union(
    arrayOf(activeFault),
    changed({ faults: arrayOf(activeFault), url: string }),
  ),
  'sandbox requests': union(
    arrayOf(
      object({
        id: integer,
        ...each(string, 'time', 'method', 'path'),
        ...each(nullable(integer), 'status', 'code'),
        charge: integer,
        ...each(nullable(string), 'fault', 'key'),
        ms: integer,
      }),
    ),
    titled('with --clear', changed({ cleared: integer, url: string })),
  ),
  'sandbox values': arrayOf(
    object({
      ...each(string, 'command', 'value', 'meaning'),
      code: integer,
      result: nullable(anyObject),
    }),
  ),
  'sandbox traffic': changed({
    key: string,
    count: integer,
    ...each(string, 'start', 'end', 'url'),
  }),
  'sandbox snapshot': union(
    arrayOf(object({ name: string, size: integer, saved_at: string })),
    changed({ name: string, 'size?': integer, 'saved_at?': string, 'now?': string, url: string }),
  ),
  'sandbox env': object(each(string, 'WAYPOST_BASE_URL', 'WAYPOST_API_KEY', 'WAYPOST_USER_TOKEN')),
  'sandbox signup': changed(each(string, 'state', 'user_id', 'url')),
  exec: errorAlone,
  'proxy run': errorAlone,
  'proxy start': object({
    ...each(string, 'WAYPOST_BASE_URL', 'WAYPOST_API_KEY', 'WAYPOST_USER_TOKEN?'),
    ...each(integer, 'port', 'pid'),
    expires_at: nullable(string),
    log: string,
  }),
  'proxy log': arrayOf(
    object({
      ...each(string, 'time', 'session'),
      ...each(nullable(string), 'method', 'path', 'operation'),
      status: integer,
      code: nullable(integer),
      refused: nullable(string),
      ...each(integer, 'lookups', 'requests'),
    }),
  ),
  open: object({ url: string, dashboard: boolean }),
  schema: object({
    ...each(string, 'name', 'description'),
    arguments: arrayOf(argument),
    options: arrayOf(option),
    output: nullable(anyObject),
    effects: nullable(
      object(
        each(boolean, ...['reads', 'changes', 'deletes', 'bills', 'writes_files', 'runs_programs']),
      ),
    ),
    errors: arrayOf(object({ code: string, exit_status: integer, 'when?': string })),
    exit_statuses: arrayOf(object({ status: integer, when: string })),
    commands: arrayOf(anyObject),
  }),
  'completion install': changed({
    shell: shellName,
    script: string,
    rc: nullable(string),
    rc_changed: boolean,
  }),
  'completion print': object({ shell: shellName, script: string }),
  doctor: object({
    ok: boolean,
    checks: arrayOf(object({ name: string, ok: boolean, message: string, 'hint?': string })),
  }),
  version: object({
    version: string,
    commit: nullable(string),
    ...each(string, 'runtime', 'platform'),
    installed: enumOf(...Object.keys(upgradeHints)),
  }),
  help: union(
    object({ help: string }),
    titled(
      'exit-codes',
      object({
        exit_codes: arrayOf(object({ status: integer, ...each(string, 'code', 'meaning') })),
      }),
    ),
    titled('environment', object({ variables: arrayOf(object(each(string, 'name', 'meaning'))) })),
  ),
};
