// Describes the `waypost proxy` commands, which let a program use the service without access to the key.
import {
  type CommandGroup,
  type ErrorSpec,
  type HelpSection,
  type OptionSpec,
  option,
} from '../../line/command';
import { childCommand } from '../../line/common-options';

const sessionOptions: readonly OptionSpec[] = [
  option(
    '--allow <operation>',
    "allow only this command ('places search'), command group (places) or request ('GET /places/{place}'); repeat the option to allow several operations (default: every lookup command, and keys show)",
    { repeatable: true },
  ),
  option(
    '--read-only',
    'allow only requests that read data; reject requests that change or delete data, and requests that cost lookups',
  ),
  option(
    '--max-lookups <n>',
    'maximum number of lookups that the session can cost (default: no limit)',
  ),
  option(
    '--expires <length>',
    'end the session after this duration, such as 30m or 8h, even if the system clock changes (default: no time limit)',
  ),
  option('--port <port>', 'port on 127.0.0.1 to listen on (default: any free port)'),
];

const errors: readonly ErrorSpec[] = [
  { code: 'invalid_input', when: 'if an operation is unknown, or the port is in use' },
  { code: 'missing_api_key' },
  { code: 'invalid_credentials_file' },
  {
    code: 'missing_user_token',
    when: 'if --allow contains a management operation and no management key is stored or set',
  },
  { code: 'write_failed', when: 'if waypost cannot write the session log' },
];

const refusalDetails =
  'The proxy rejects and logs every request that the session does not allow. The response to a rejected request contains an API code and the session_limit field. This field contains the session limit that caused the rejection.';

const refusals: HelpSection = {
  title: 'Rejected requests (session_limit and API code)',
  text: [
    'token (4010)        the request contains no key, or a key other than the session token',
    'expires (4010)      the session has expired',
    'allow (4012)        the session does not allow the operation',
    'read_only (4012)    --allow includes the operation, but --read-only excludes it',
    'max_lookups (4021)  the lookup would exceed --max-lookups',
    'path (404)          the path is unknown or ambiguous',
  ].join('\n'),
};

export const proxySpec: CommandGroup = {
  name: 'proxy',
  summary: 'Let a program use the service without access to the key',
  wrapper: 'run',
  commands: [
    {
      name: 'run',
      summary: 'Run a command with a session token instead of the key (waypost proxy <command>)',
      description:
        "Run a command with a session token in WAYPOST_API_KEY and the URL of a proxy in WAYPOST_BASE_URL. The proxy runs on this machine, and replaces the token in each request with the key. You can omit run, as in `waypost proxy <command>`, unless the command's name is start or log.",
      arguments: [childCommand],
      options: [
        option(
          '--env <NAME=api-key>',
          'set an additional environment variable for the command: NAME=api-key (the session token) or NAME=base-url',
          { repeatable: true },
        ),
        ...sessionOptions,
      ],
      examples: [
        "waypost proxy run sh -c 'echo $WAYPOST_API_KEY'",
        {
          command:
            'waypost proxy run --allow places --max-lookups 100 --expires 30m waypost places search berlin --json',
          note: 'lets an agent or a script use only the places commands',
        },
      ],
      details: [
        "The command's environment does not include variables that contain the key. waypost never passes the key as an argument. If a response contains the key in plain text, with JSON, URL or HTML escapes, or in base64, the proxy replaces the key with the session token. The proxy cannot replace a key that the service encodes differently.",
        refusalDetails,
        "A program that runs as the same user can still read the credentials file, and waypost's environment and memory. If the key comes from a secret manager (auth login --api-key-command), the credentials file does not contain the key.",
      ],
      output: [{ title: 'Output', text: "the command's output; waypost rejects --json" }, refusals],
      errors: [...errors, { code: 'program_not_found' }, { code: 'program_not_runnable' }],
      passesOutput: true,
      alsoCalls: 'any',
      runsPrograms: true,
      load: () => import('./proxy').then(({ proxyRun }) => proxyRun),
    },
    {
      name: 'start',
      summary: 'Start a proxy for programs that you start yourself',
      description:
        'Start a proxy, and print the environment variables that a program needs. The proxy prints a line for each request to standard error, and runs until you interrupt it or the session expires.',
      options: [...sessionOptions, option('--quiet', 'do not print requests to standard error')],
      examples: [
        'waypost proxy start --allow places --expires 8h',
        'waypost proxy start --json --port 8790',
      ],
      details: [refusalDetails],
      json: '{"WAYPOST_BASE_URL": "http://127.0.0.1:…/v1", "WAYPOST_API_KEY": "ak_proxy_…", "port": 8790, "pid": 1234, "expires_at": "…" or null, "log": "…"}; WAYPOST_USER_TOKEN is included if --allow contains a management operation',
      output: [refusals],
      errors,
      alsoCalls: 'any',
      load: () => import('./proxy').then(({ proxyStart }) => proxyStart),
    },
    {
      name: 'log',
      summary: 'Show the requests of a proxy session',
      description: 'Show the requests of the newest session, including rejected requests.',
      options: [
        option(
          '--all',
          'show the requests of all stored sessions: the newest 20 sessions, and sessions that are still running',
        ),
      ],
      examples: ['waypost proxy log', "waypost proxy log --json | jq '.[] | select(.refused)'"],
      json: '[{"time": "…", "session": "…", "method": "GET", "path": "/places?query=berlin", "operation": "places search", "status": 200, "code": null, "refused": null, "lookups": 0, "requests": 1}, …]; code and refused are set for rejected requests; lookups is the number of lookups that the session has cost so far; requests is the number of requests in the entry, which is more than 1 only for requests that do not contain the session token',
      rows: '',
      load: () => import('./log').then(({ proxyLog }) => proxyLog),
    },
  ],
};
