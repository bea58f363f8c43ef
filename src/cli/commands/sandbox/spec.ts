// The commands about the service on this machine.
import { faultKinds } from '../../../sandbox/faults/fault';
import { argument, type CommandGroup, type OptionSpec, option } from '../../line/command';
import { rangeOptions, yes } from '../../line/common-options';

export const usualPort = 8787;

const selection: readonly OptionSpec[] = [
  option('--data <directory>', 'the sandbox of this data directory', { conflicts: ['port'] }),
  option('--port <number>', 'the sandbox that listens on this port'),
];

const latency = option(
  '--latency <percentiles>',
  'how long answers under the fault slow take, such as p50=50,p99=800',
);

/** Errors of a command that calls a running sandbox. */
const callErrors = [
  { code: 'network_error', when: 'where no sandbox runs' },
  { code: 'timeout', when: 'where it does not answer' },
] as const;

/** The settings of a key that `sandbox set` takes, as the control call names them. */
export const keySettingNames: readonly string[] = [
  'lookups_remaining',
  'plan',
  'suspended',
  'name',
  'datasets',
  'daily_limit',
  'monthly_limit',
  'individual_limit',
  'notifications',
  'ip_allow_list',
  'allowed_urls',
  'sublicensing',
  'ip_forwarding',
  'redact_days',
  'premier_support',
  'high_risk',
];

/** Those that are a limit, given as a number. */
export const limitSettings: readonly string[] = [
  'daily_limit',
  'monthly_limit',
  'individual_limit',
];

/** Those that are a list, given with commas. */
export const listSettings: readonly string[] = [
  'datasets',
  'ip_allow_list',
  'allowed_urls',
  'notifications.emails',
];

const faultTexts = Object.entries(faultKinds)
  .map(([kind, meaning]) => `${kind.padEnd(9)} ${meaning}`)
  .join('\n');

export const faultNames: readonly string[] = Object.keys(faultKinds);

const selected =
  'Without --port or --data it is the sandbox at the base URL in use, else the one of the default directory, else the only one that runs.';

export const sandboxSpec: CommandGroup = {
  name: 'sandbox',
  summary: 'Run the service on this machine',
  loadServices: () => import('./selected'),
  commands: [
    {
      name: 'start',
      summary: 'Start the service, in the foreground or detached',
      description:
        'Run the service on this machine: a development service, without TLS, for this machine only.',
      options: [
        option('--port <number>', 'port to listen on; 0 for any free one', {
          default: String(usualPort),
        }),
        option('--host <address>', 'address to listen on (default: this machine only)'),
        option('--data <directory>', 'keep its data here (default: a directory of your own)', {
          conflicts: ['memory'],
        }),
        option('--recover', 'continue with the readable part of a damaged store; copies are kept'),
        option('--memory', 'keep all data in memory, until it ends'),
        option('--detach', 'return once it is ready, and leave it running'),
        option('--reuse', 'if it runs already, print its address and do not change it'),
        option('--seed <file>', 'fill it from this JSON file: accounts, keys, log rows and more'),
        option('--fault <kind[:rate]>', 'fail on purpose, always or at this rate from 0 to 1', {
          suggestions: faultNames,
        }),
        option(
          '--fault-seed <number>',
          'make faults with a rate repeat: same number, same requests, same faults',
        ),
        latency,
        option('--strict-sign-up', 'require every field of a sign-up'),
        option('--openapi', 'print the OpenAPI document of the service, and start nothing'),
        option('--no-rate-limit', 'answer more than 30 requests a second'),
        option('--quiet', 'no line for each request on standard error'),
        option('--log <file>', 'where standard error goes', { hidden: true }),
      ],
      examples: [
        'waypost sandbox start',
        'waypost sandbox start --memory --port 0 --json',
        'waypost sandbox start --detach --fault 503:0.1',
        'waypost sandbox start --fault slow:0.3 --latency p50=50,p99=800 --fault-seed 42',
        'waypost sandbox start --memory --seed shop.json',
        'waypost sandbox start --openapi > openapi.json',
      ],
      output: [
        {
          title: 'Output (--json), once it is ready',
          text: '{"url": "http://127.0.0.1:8787/v1", "port": 8787, "host": "127.0.0.1", "pid": 4711, "data": "…" or null, "detached": false}',
        },
        {
          title: 'Output (--openapi)',
          text: 'the OpenAPI 3.1 document of the service, with --base-url or host and port as its server; nothing is started. A running sandbox answers it at /openapi.json.',
        },
        {
          title: 'Faults (the same for one request by the header X-Sandbox-Fault)',
          text: faultTexts,
        },
      ],
      errors: [
        {
          code: 'invalid_input',
          when: 'where the port or the data directory is in use, or the seed file is invalid',
        },
        { code: 'write_failed' },
      ],
      load: () => import('./start').then(({ runStart }) => runStart),
    },
    {
      name: 'stop',
      summary: 'Stop it',
      description: 'Stop the sandbox, and wait until it is gone. Its data stays.',
      options: [
        ...selection,
        option('--all', 'every sandbox of yours on this machine', { conflicts: ['data', 'port'] }),
      ],
      examples: ['waypost sandbox stop', 'waypost sandbox stop --all'],
      output: [
        {
          title: 'Output (--json)',
          text: '{"success": true, "stopped": true, "pid": 4711}; stopped is false, and pid null, where none ran',
        },
        {
          title: 'Output (--all --json)',
          text: '{"success": true, "stopped": [{"url": "…", "pid": 4711, "data": "…" or null}, …]}',
        },
      ],
      errors: [{ code: 'timeout', when: 'where it does not end within 10 seconds' }],
      load: () => import('./running').then(({ stop }) => stop),
    },
    {
      name: 'status',
      summary: 'Show whether it runs, and where',
      description: 'Show whether the sandbox runs, where, and where its data is.',
      options: selection,
      examples: ['waypost sandbox status --json'],
      json: '{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null}\n{"running": false, "url": null, …}; pid is there where a process does not answer',
      load: () => import('./running').then(({ status }) => status),
    },
    {
      name: 'reset',
      summary: 'Remove every account, key and setting',
      description:
        'Remove every account, key and setting of the sandbox. A running one continues, as new.',
      options: [...selection, yes],
      examples: ['waypost sandbox reset --yes'],
      json: '{"success": true, "reset": true, "url": "…" or null}; url is null where it does not run',
      errors: [
        { code: 'invalid_input', when: 'where nobody can be asked and --yes is missing' },
        { code: 'network_error', when: 'where no sandbox listens on --port' },
      ],
      writesFiles: true,
      load: () => import('./running').then(({ reset }) => reset),
    },
    {
      name: 'url',
      summary: 'Print its base URL',
      description: 'Print the base URL of the running sandbox, and nothing else.',
      options: selection,
      examples: ['export WAYPOST_BASE_URL="$(waypost sandbox url)"'],
      json: '{"url": "http://127.0.0.1:8787/v1"}',
      errors: [...callErrors],
      textIsData: true,
      load: () => import('./running').then(({ url }) => url),
    },
    {
      name: 'list',
      summary: 'List the sandboxes that run',
      description:
        'List every sandbox of yours that runs on this machine, in memory or in a directory.',
      examples: ["waypost sandbox list --json | jq -r '.[].url'"],
      output: [
        {
          title: 'Output (--json), oldest first',
          text: '[{"running": true, "url": "…", "port": 8787, "pid": 4711, "version": "…", "data": "…" or null, "started_at": "…", "detached": true}]; running is false where a process does not answer',
        },
      ],
      rows: '',
      load: () => import('./running').then(({ list }) => list),
    },
    {
      name: 'logs',
      summary: 'Print what a detached sandbox reported',
      description:
        'Print what a detached sandbox reported, also after it ended: a line for each request, starts, stops, warnings and failures of its own. A log of more than 10 MB begins anew.',
      options: [
        ...selection,
        option('--follow', 'print what is added, until Ctrl-C'),
        option('--lines <number>', 'at most the last so many', { default: '200' }),
      ],
      examples: ['waypost sandbox logs', 'waypost sandbox logs --follow --port 8788'],
      json: '{"file": "…", "lines": ["…", …]}',
      errors: [
        {
          code: 'network_error',
          when: 'where there is no such sandbox, or it runs in the foreground',
        },
      ],
      textIsData: true,
      load: () => import('./logs').then(({ runLogs }) => runLogs),
    },
    {
      name: 'set',
      summary: 'Change settings of a key',
      description:
        'Change settings of a key of a running sandbox: its balance, plan, limits, datasets and more, as the service or the owner of the account would.',
      arguments: [
        argument(
          '<key|setting=value...>',
          'a key (default: the one in use, else the only one), then settings',
          { suggestions: ['lookups=', ...keySettingNames.map((name) => `${name}=`)] },
        ),
      ],
      options: selection,
      examples: [
        'waypost sandbox set lookups=1000',
        'waypost sandbox set daily_limit=500 datasets=geonames,email,phone',
        'waypost sandbox set plan=unlimited suspended=off datasets.email=on',
      ],
      details: [
        `Settings: lookups (short for lookups_remaining), ${keySettingNames.slice(1).join(', ')}. Limits take a number or none, switches on or off, lists their entries with commas between. datasets names those to enable, while all others are disabled; datasets.email=on switches one, notifications.enabled=on one member.`,
        selected,
      ],
      json: '{"success": true, "key": "ak_1a2…", "url": "…", "details": {"name": "…", "lookups_remaining": 1000, …}}',
      errors: [
        { code: 'invalid_input', when: 'where the key, a setting or a value is not known' },
        ...callErrors,
      ],
      writesFiles: true,
      load: () => import('./state').then(({ set }) => set),
    },
    {
      name: 'clock',
      summary: 'Show or move its time',
      description:
        'Show the time of a running sandbox, or move it. Limits, retention, the weekly redaction and the expiry of sign-ups follow it.',
      arguments: [
        argument('[when]', 'a span such as +8d, a date, or now for the real time', {
          suggestions: ['+1h', '+1d', '+8d', '+31d', 'now'],
        }),
      ],
      options: selection,
      examples: [
        'waypost sandbox clock',
        'waypost sandbox clock +8d',
        'waypost sandbox clock 2026-01-31T23:59:00Z',
        'waypost sandbox clock now',
      ],
      details: [
        'A span is a number with ms, s, m, h, d or w. A span into the past follows `--`: `waypost sandbox clock -- -2h`. A date is UTC.',
        selected,
      ],
      json: '{"success": true, "now": "2026-11-30T12:00:00.000Z", "url": "…"}',
      errors: [
        { code: 'invalid_input', when: 'for anything else, and a time before 1970 or after 9999' },
        ...callErrors,
      ],
      writesFiles: true,
      load: () => import('./state').then(({ clock }) => clock),
    },
    {
      name: 'fault',
      summary: 'Make requests fail: add, list or clear faults',
      description:
        'Make requests to a running sandbox fail on purpose. The first fault whose path and method match a request applies to it.',
      arguments: [
        argument('<action>', 'add, list or clear', { choices: ['add', 'list', 'clear'] }),
        argument('[fault]', 'with add: its name, with an optional rate such as reset:0.2', {
          suggestions: faultNames,
        }),
      ],
      options: [
        option('--path <path>', 'requests it applies to; * is any text', { default: '/v1/*' }),
        option('--method <name>', 'only requests with this method', {
          choices: ['get', 'post', 'put', 'patch', 'delete'],
        }),
        option('--times <number>', 'how many requests it applies to (default: no end)'),
        option('--seed <number>', 'make a rate repeat: same number, same requests, same faults'),
        latency,
        ...selection,
      ],
      examples: [
        'waypost sandbox fault add 503 --times 1',
        "waypost sandbox fault add reset:0.2 --path '/v1/keys/*' --method put",
        'waypost sandbox fault list',
        'waypost sandbox fault clear',
      ],
      details: [selected],
      output: [
        {
          title: 'Output of list (--json), oldest first',
          text: '[{"path": "/v1/*", "fault": "503", "times": 1}, …]; method, times, seed and latency are there where they were given',
        },
        {
          title: 'Output of add and clear (--json)',
          text: '{"success": true, "faults": […], "url": "…"}: the faults that are active then',
        },
        { title: 'Faults', text: faultTexts },
      ],
      errors: [
        { code: 'invalid_input', when: 'for an unknown fault or an invalid value' },
        ...callErrors,
      ],
      load: () => import('./traffic').then(({ fault }) => fault),
    },
    {
      name: 'traffic',
      summary: 'Add sample lookups to the log of a key',
      description:
        "Add sample lookups to the log of a key of a running sandbox, as a shop's customers make them: more by day (UTC) than by night, more on working days, of all types, by visitors who come back.",
      arguments: [
        argument('<rows>', 'how many, from 1 to 10,000,000'),
        argument('[key]', 'API key (default: the one in use, else the only one)'),
      ],
      options: [
        ...rangeOptions,
        option('--tag <name>', 'tag of each of them; may be repeated', { repeatable: true }),
        option('--licensee <id>', 'licensee of each of them'),
        ...selection,
      ],
      examples: [
        'waypost sandbox traffic 30000',
        'waypost sandbox traffic 5000 --last 90d --tag web',
      ],
      details: [
        'They are in the log and in the usage; balance and limits do not count them. Without a range they are of the last 21 days by the clock of the sandbox.',
        selected,
      ],
      json: '{"success": true, "key": "ak_1a2…", "count": 30000, "start": "…", "end": "…", "url": "…"}',
      errors: [
        { code: 'invalid_input', when: 'where the key, the licensee or the range is invalid' },
        ...callErrors,
      ],
      writesFiles: true,
      load: () => import('./traffic').then(({ traffic }) => traffic),
    },
    {
      name: 'requests',
      summary: 'List the requests that reached it',
      description:
        'List the newest 1,000 requests that reached a running sandbox, oldest first: also those that were refused, limited or hit by a fault. Keys are masked.',
      options: [
        option('--follow', 'print those that come, until Ctrl-C'),
        option('--clear', 'forget them all'),
        option('--method <name>', 'only those with this method'),
        option('--path <path>', "only those to this path, such as '/v1/places*'; * is any text"),
        option('--status <number>', 'only those with this HTTP status'),
        option('--code <number>', 'only those with this code of the service'),
        option('--key <key>', 'only those about this key'),
        option(
          '--since <time|id>',
          'only those that came at this time or later, or after the one of this id',
        ),
        ...selection,
      ],
      examples: [
        'waypost sandbox requests',
        "waypost sandbox requests --path '/v1/emails*' --json | jq length",
        'waypost sandbox requests --follow --format ndjson',
        'waypost sandbox requests --clear',
      ],
      details: [`Times are those of the sandbox's clock. ${selected}`],
      output: [
        {
          title: 'Output (--json), oldest first',
          text: '[{"id": 7, "time": "…", "method": "GET", "path": "/v1/emails?query=…", "status": 200, "code": 2000, "charge": 1, "fault": null, "key": "ak_1a2…", "ms": 12}, …]; status is null where no answer was sent, code where it has none',
        },
        { title: 'Output (--clear --json)', text: '{"success": true, "cleared": 7, "url": "…"}' },
      ],
      rows: '',
      errors: [{ code: 'invalid_input', when: 'for a filter that cannot be right' }, ...callErrors],
      load: () => import('./traffic').then(({ requests }) => requests),
    },
    {
      name: 'values',
      summary: 'List values for tests, with their fixed answers',
      description:
        'List e-mail addresses, phone numbers, addresses and places whose answer in a sandbox never changes. Mail and calls to them reach nobody.',
      examples: [
        'waypost sandbox values',
        'waypost sandbox values --json | jq -r \'.[] | select(.command == "emails validate") | .value\'',
      ],
      details: ['Any name may stand before the @. docs/test-values.md has each with its answer.'],
      output: [
        {
          title: 'Output (--json), by command',
          text: '[{"command": "emails validate", "value": "ada@disposable.test", "meaning": "A disposable mailbox", "code": 2000, "result": {"result": "deliverable", "disposable": true}}, …]; result has the members that matter, and is null where the code is an error',
        },
      ],
      rows: '',
      load: () => import('./values').then(({ runValues }) => runValues),
    },
    {
      name: 'snapshot',
      summary: 'Save, restore, list or delete states of it',
      description:
        'Save the state of a running sandbox under a name, and restore it: accounts, keys, balances, licensees, configs, the log, sign-ups and the clock.',
      arguments: [
        argument('<action>', 'save, restore, list or delete', {
          choices: ['save', 'restore', 'list', 'delete'],
        }),
        argument('[name]', 'name of the snapshot; list takes none'),
      ],
      options: [
        ...selection,
        option('--force', 'with save: replace a snapshot of the same name'),
        option('--yes', 'with restore and delete: do not ask'),
      ],
      examples: [
        'waypost sandbox snapshot save empty-cart',
        'waypost sandbox snapshot restore empty-cart --yes',
        "waypost sandbox snapshot list --json | jq -r '.[].name'",
        'waypost sandbox snapshot delete empty-cart --yes',
      ],
      details: [
        `${selected} Snapshots are files in the data directory: of a sandbox in memory they are shared with every other in memory, and outlive it. They do not include faults.`,
      ],
      output: [
        {
          title: 'Output of list (--json), oldest first',
          text: '[{"name": "empty-cart", "size": 98304, "saved_at": "…"}, …]',
        },
        {
          title: 'Output of save, restore, delete (--json)',
          text: '{"success": true, "name": "empty-cart", "size": 98304, "saved_at": "…", "url": "…"}; restore has "now", the time of its clock, in place of size and saved_at, and delete neither',
        },
      ],
      errors: [
        {
          code: 'invalid_input',
          when: 'where there is no such snapshot, it is damaged, save finds one of that name, or nobody can be asked and --yes is missing',
        },
        ...callErrors,
      ],
      writesFiles: true,
      load: () => import('./state').then(({ snapshot }) => snapshot),
    },
    {
      name: 'env',
      summary: 'Print shell variables to use it',
      description:
        'Print the base URL and a fresh API key and management key as variables of a shell. Where no sandbox runs, one is started: in memory, detached, and ready when this returns.',
      options: [
        option(
          '--port <number>',
          'the sandbox that listens on this port; started there where none does',
        ),
        option('--shell <name>', 'bash, zsh, fish or powershell (default: by $SHELL)', {
          choices: ['bash', 'zsh', 'fish', 'powershell'],
        }),
      ],
      examples: [
        'eval "$(waypost sandbox env)"',
        'waypost sandbox env --shell fish | source',
        'waypost sandbox env --shell powershell | Out-String | Invoke-Expression',
      ],
      details: [selected],
      json: '{"WAYPOST_BASE_URL": "…", "WAYPOST_API_KEY": "ak_…", "WAYPOST_USER_TOKEN": "uk_…"}',
      errors: [
        { code: 'invalid_input', when: 'where another program listens on --port' },
        { code: 'timeout', when: 'where the sandbox does not answer' },
      ],
      textIsData: true,
      writesFiles: true,
      load: () => import('./env').then(({ runEnv }) => runEnv),
    },
    {
      name: 'signup',
      summary: 'Complete a sign-up without a browser',
      description:
        "Do what the button of the sign-up page does: complete the sandbox's newest pending sign-up, or the one that is named. Waits until there is one.",
      arguments: [argument('[sign-up]', 'its URL, or its token')],
      options: [
        ...selection,
        option('--wait <seconds>', 'how long a sign-up is waited for', { default: '30' }),
      ],
      examples: [
        'waypost signup --no-browser & waypost sandbox signup; wait',
        'waypost sandbox signup http://127.0.0.1:8787/sign_up/…',
      ],
      details: [
        `${selected} Only sign-ups that were started since the sandbox runs are found; an older one is named by its URL.`,
      ],
      json: '{"success": true, "state": "ready", "user_id": "user_…", "url": "…"}',
      errors: [
        {
          code: 'invalid_input',
          when: 'where the sign-up is not of this sandbox, expired or was claimed',
        },
        { code: 'network_error', when: 'where no sandbox runs' },
        { code: 'timeout', when: 'where no sign-up is pending in time' },
      ],
      writesFiles: true,
      load: () => import('./state').then(({ signup }) => signup),
    },
  ],
};
