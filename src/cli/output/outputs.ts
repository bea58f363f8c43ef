// The schemas of each command's --json output, by command name. `waypost schema` and --fields use these schemas.
import { results } from '../../api/results';
import { upgradeHints } from '../installation/installed';
import { settingNames } from '../line/settings';

/** The subset of JSON Schema 2020-12 that waypost uses to describe the output of commands. */
export interface Schema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  const?: string | number | boolean | null;
  enum?: readonly (string | null)[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: Schema;
  anyOf?: readonly Schema[];
}

type Properties = Readonly<Record<string, Schema>>;

export const string: Schema = { type: 'string' };
const integer: Schema = { type: 'integer' };
const number: Schema = { type: 'number' };
export const boolean: Schema = { type: 'boolean' };
const strings = arrayOf(string);
const anyObject: Schema = { type: 'object' };
const alwaysTrue: Schema = { const: true };

/**
 * Returns the schema of an object that waypost creates. A field is optional if its name ends with `?`. The schema
 * allows additional fields, because later versions might add fields.
 */
export function object(fields: Properties): Schema {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name.replace('?', ''), schema]),
  );
  const required = Object.keys(fields).filter((name) => !name.endsWith('?'));
  return { type: 'object', properties, required };
}

/** Returns the schemas of several fields that have the same type. */
function each(schema: Schema, ...names: string[]): Properties {
  return Object.fromEntries(names.map((name) => [name, schema]));
}

function enumOf(...values: string[]): Schema {
  return { type: 'string', enum: values };
}

export function arrayOf(items: Schema): Schema {
  return { type: 'array', items };
}

function union(...forms: Schema[]): Schema {
  return { anyOf: forms };
}

export function nullable(schema: Schema): Schema {
  return union(schema, { type: 'null' });
}

function titled(title: string, schema: Schema): Schema {
  return { title, ...schema };
}

/** Returns the schema of an output whose `success` field is always true. */
function mutation(fields: Properties): Schema {
  return object({ success: alwaysTrue, ...fields });
}

const batchSummary = mutation({
  path: string,
  ...each(integer, 'rows', 'succeeded', 'failed', 'lookups', 'in_doubt', 'bytes'),
  outcomes: anyObject,
});

/** The output of a batch with --resume if the -o file is already complete. */
const nothingToResume = mutation({
  path: string,
  ...each(boolean, 'resumed', 'complete'),
});

const batchEstimate = object({
  columns: anyObject,
  ...each(integer, 'rows', 'invalid'),
  invalid_rows: arrayOf(object({ row: integer, line: integer, error: {} })),
  ...each(integer, 'distinct', 'cached', 'lookups'),
  ...each(nullable(number), 'seconds', 'lookups_remaining'),
});

const batchRows = arrayOf(object({ row: integer, input: {}, 'result?': {}, 'error?': {} }));

/** Returns the output schema of a lookup command. `result` is the schema of a single lookup's result. */
function lookupOutput(result: Schema): Schema {
  return union(
    titled('without --file', result),
    titled('with --file and -o', batchSummary),
    titled('with --file and --resume, if there is nothing to resume', nothingToResume),
    titled('with --file and --dry-run', batchEstimate),
    titled('with --file alone', batchRows),
  );
}

/** The schema for a command that runs a program. The command rejects --json, so its only JSON output is an error. */
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

const anySetting = enumOf(...settingNames);

const setting = object({
  name: anySetting,
  value: nullable(string),
  source: enumOf('flag', 'env', 'settings', 'default'),
});

const logRow = object({
  ...each(string, 'timestamp', 'ip', 'search_term', 'url', 'lookup_type'),
  tags: strings,
  lookups_consumed: number,
  ...each(string, 'licensee', 'source_ip'),
});

const effectNames = ['reads', 'changes', 'deletes', 'bills', 'writes_files', 'runs_programs'];

const explainedCode = {
  code: string,
  exit_status: integer,
  ...each(string, 'meaning', 'hint', 'cost'),
  commands: strings,
};

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

const argumentSchema = object({
  ...each(string, 'name', 'description'),
  ...each(boolean, 'required', 'variadic'),
  'choices?': strings,
});

const optionSchema = object({
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

/** The commands that print the service's result unchanged. */
const passedOn = Object.fromEntries(
  Object.entries(results).map(([command, schema]: [string, Schema]) => {
    const result = {
      ...schema,
      description: `${schema.description} waypost prints the service's result unchanged.`,
    };
    const isLookup = /^(places|addresses|emails|phones) /.test(command);
    return [command, isLookup ? lookupOutput(result) : result];
  }),
);

export const outputs: Readonly<Record<string, Schema>> = {
  ...passedOn,
  // The client requires only these fields, so other fields can be missing.
  'keys usage': union(
    titled('without --by', { ...passedOn['keys usage'], required: ['total', 'dailyCount'] }),
    titled(
      'with --by',
      object({
        by: enumOf('tag', 'type', 'licensee'),
        ...each(nullable(string), 'start', 'end'),
        total: integer,
        counts: arrayOf(object({ name: nullable(string), count: integer })),
        several_tags: integer,
      }),
    ),
  ),
  signup: union(
    mutation({ config_path: string, available: boolean, user_id: nullable(string) }),
    mutation(startedSignUp),
    object({ pending: alwaysTrue, ...startedSignUp }),
  ),
  'auth login': mutation({ config_path: string, available: boolean }),
  'auth logout': mutation({ removed: boolean, config_path: string }),
  'auth whoami': object({
    ...each(credential, 'api_key', 'user_token'),
    live: boolean,
    'available?': boolean,
  }),
  'auth token': object({ token: string, source: credentialSource }),
  'auth scan': object({
    found: arrayOf(
      object({
        file: string,
        line: integer,
        credential: enumOf('api_key', 'user_token'),
        profile: nullable(string),
      }),
    ),
    files: integer,
    unread: arrayOf(object(each(string, 'file', 'message'))),
  }),
  'auth list': arrayOf(
    object({
      ...each(nullable(string), 'profile', 'base_url'),
      ...each(storedCredential, 'api_key', 'user_token'),
      current: boolean,
      ...each(nullable(boolean), 'live?', 'available?'),
      'error?': object(each(string, 'code', 'message')),
    }),
  ),
  'auth switch': mutation({ profile: nullable(string), config_path: string }),
  'auth remove': mutation({
    profile: nullable(string),
    ...each(boolean, 'removed', 'was_current'),
    unbound: strings,
  }),
  'profiles bind': mutation({ directory: string, profile: nullable(string), config_path: string }),
  'profiles unbind': mutation({ directory: string, removed: boolean, config_path: string }),
  'profiles list': arrayOf(
    object({
      profile: nullable(string),
      ...each(boolean, 'login', 'current', 'switched'),
      directories: strings,
    }),
  ),
  'settings get': setting,
  'settings list': arrayOf(setting),
  'settings set': mutation({ name: anySetting, value: string, config_path: string }),
  'settings unset': mutation({ name: anySetting, removed: boolean, config_path: string }),
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
      mutation({
        path: string,
        ...each(integer, 'rows', 'bytes'),
        ...each(string, 'start', 'end'),
        ...each(integer, 'windows', 'irregular_rows?'),
      }),
    ),
    titled('with --resume, if there is nothing to resume', nothingToResume),
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
      'with -i, or if the body is not JSON',
      object({ status: integer, headers: anyObject, body: {} }),
    ),
    titled('the response body', object({ code: integer, message: string, 'result?': {} })),
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
    mutation({ stopped: boolean, pid: nullable(integer) }),
    titled(
      'with --all',
      mutation({ stopped: arrayOf(object({ url: string, pid: integer, data: nullable(string) })) }),
    ),
  ),
  'sandbox status': object(runningSandbox),
  'sandbox reset': mutation({ reset: boolean, url: nullable(string) }),
  'sandbox url': object({ url: string }),
  'sandbox list': arrayOf(object({ ...runningSandbox, started_at: string, detached: boolean })),
  'sandbox logs': object({ file: string, lines: strings }),
  'sandbox set': mutation({ key: string, url: string, details: passedOn['keys details'] ?? {} }),
  'sandbox clock': mutation({ now: string, url: string }),
  'sandbox fault': union(
    arrayOf(activeFault),
    mutation({ faults: arrayOf(activeFault), url: string }),
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
    titled('with --clear', mutation({ cleared: integer, url: string })),
  ),
  'sandbox values': arrayOf(
    object({
      ...each(string, 'command', 'value', 'meaning'),
      code: integer,
      result: nullable(anyObject),
    }),
  ),
  'sandbox traffic': mutation({
    key: string,
    count: integer,
    ...each(string, 'start', 'end', 'url'),
  }),
  'sandbox snapshot': union(
    arrayOf(object({ name: string, size: integer, saved_at: string })),
    mutation({ name: string, 'size?': integer, 'saved_at?': string, 'now?': string, url: string }),
  ),
  'sandbox env': object(each(string, 'WAYPOST_BASE_URL', 'WAYPOST_API_KEY', 'WAYPOST_USER_TOKEN')),
  'sandbox signup': mutation(each(string, 'state', 'user_id', 'url')),
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
  schema: union(
    titled(
      'for a command, and with --all',
      object({
        ...each(string, 'name', 'description'),
        arguments: arrayOf(argumentSchema),
        options: arrayOf(optionSchema),
        output: nullable(anyObject),
        effects: nullable(object(each(boolean, ...effectNames))),
        errors: arrayOf(object({ code: string, exit_status: integer, 'when?': string })),
        exit_statuses: arrayOf(object({ status: integer, when: string })),
        commands: arrayOf(anyObject),
      }),
    ),
    titled(
      'index',
      object({
        ...each(string, 'name', 'description'),
        commands: arrayOf(
          object({
            ...each(string, 'command', 'summary'),
            effects: arrayOf(enumOf(...effectNames)),
            exit_codes: arrayOf(integer),
          }),
        ),
      }),
    ),
  ),
  'completion install': mutation({
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
    'latest?': string,
    'outdated?': boolean,
  }),
  help: union(
    object({ help: string }),
    titled(
      'an API code',
      object({
        ...each(integer, 'api_code', 'http_status'),
        message: string,
        ...explainedCode,
      }),
    ),
    titled('an error code', object({ api_codes: arrayOf(integer), ...explainedCode })),
    titled(
      'exit-codes',
      object({
        exit_codes: arrayOf(object({ status: integer, ...each(string, 'code', 'meaning') })),
      }),
    ),
    titled('environment', object({ variables: arrayOf(object(each(string, 'name', 'meaning'))) })),
  ),
};
