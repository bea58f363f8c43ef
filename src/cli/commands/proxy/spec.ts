// Access to the service without the key.
import { type CommandGroup, type ErrorSpec, type OptionSpec, option } from '../../line/command';
import { childCommand } from '../../line/common-options';

const sessionOptions: readonly OptionSpec[] = [
  option(
    '--allow <operation>',
    "allow this and nothing else: a command ('places search'), a noun (places), or 'GET /places/{place}' (default: every lookup, and keys show)",
    { repeatable: true },
  ),
  option(
    '--read-only',
    'of what is allowed, only what reads: nothing that changes, deletes or bills',
  ),
  option('--max-lookups <n>', 'lookups that may be billed in all (default: no limit)'),
  option(
    '--expires <length>',
    'end the session after 30m or 8h, whatever happens to the clock (default: never)',
  ),
  option('--port <port>', 'port on 127.0.0.1 (default: a free one)'),
];

const errors: readonly ErrorSpec[] = [
  { code: 'invalid_input', when: 'for an unknown operation, and where the port is taken' },
  { code: 'missing_api_key' },
  { code: 'invalid_credentials_file' },
  { code: 'missing_user_token', when: 'where a management operation is allowed' },
  { code: 'write_failed', when: 'where the log cannot be written' },
];

const refusalDetails =
  'What is not allowed is answered as the service would, and logged: another key with code 4010 or, in a path, so too; an operation that is not allowed with 4012; lookups over --max-lookups with 4021; an expired session with 4010; a path that does not exist, or leads elsewhere, with 404. session_limit in the answer names the limit of the session.';

export const proxySpec: CommandGroup = {
  name: 'proxy',
  summary: 'Let a program use the service without holding the key',
  wrapper: 'run',
  commands: [
    {
      name: 'run',
      summary: 'Run a command that has a token in place of the key (waypost proxy <command>)',
      description:
        'Run a command whose WAYPOST_API_KEY is a token for this session, and whose WAYPOST_BASE_URL is a proxy on this machine that puts the key in. The word run may be omitted: waypost proxy <command>, where the command is not called start or log.',
      arguments: [childCommand],
      options: [
        option(
          '--env <NAME=api-key>',
          'another variable for the command: NAME=api-key (the token) or NAME=base-url',
          { repeatable: true },
        ),
        ...sessionOptions,
      ],
      examples: [
        "waypost proxy run sh -c 'echo $WAYPOST_API_KEY'",
        {
          command:
            'waypost proxy run --allow places --max-lookups 100 --expires 30m waypost places search berlin --json',
          note: 'an agent or a script that can search places, and nothing else',
        },
      ],
      details: [
        'The key is in neither the environment nor the arguments of the command; variables that hold it are kept from the command. Where an answer of the service holds it, as it is, with characters escaped as in JSON, URLs or HTML, or in base64, the token stands in its place. A service that encodes it otherwise is not caught.',
        refusalDetails,
        'A program of the same user can still read the credentials file, and the environment and memory of waypost. With a key from a secret manager (auth login --api-key-command) there is no file to read.',
      ],
      output: [{ title: 'Output', text: 'that of the command; --json is refused' }],
      errors: [...errors, { code: 'program_not_found' }, { code: 'program_not_runnable' }],
      passesOutput: true,
      alsoCalls: 'any',
      runsPrograms: true,
      load: () => import('./proxy').then(({ proxyRun }) => proxyRun),
    },
    {
      name: 'start',
      summary: 'Start a proxy for programs that are started elsewhere',
      description:
        'Start a proxy and print the variables that a program needs, and a line for each request on standard error. Runs until it is interrupted or expires.',
      options: [...sessionOptions, option('--quiet', 'no line for each request on standard error')],
      examples: [
        'waypost proxy start --allow places --expires 8h',
        'waypost proxy start --json --port 8790',
      ],
      details: [refusalDetails],
      json: '{"WAYPOST_BASE_URL": "http://127.0.0.1:…/v1", "WAYPOST_API_KEY": "ak_proxy_…", "port": 8790, "pid": 1234, "expires_at": "…" or null, "log": "…"}; WAYPOST_USER_TOKEN is there where a management operation is allowed',
      errors,
      alsoCalls: 'any',
      load: () => import('./proxy').then(({ proxyStart }) => proxyStart),
    },
    {
      name: 'log',
      summary: 'Show what a session was asked for',
      description: 'Show the requests of the newest session, those that were refused included.',
      options: [option('--all', 'all sessions that are kept: the newest 20')],
      examples: ['waypost proxy log', "waypost proxy log --json | jq '.[] | select(.refused)'"],
      json: '[{"time": "…", "session": "…", "method": "GET", "path": "/places?query=berlin", "operation": "places search", "status": 200, "code": null, "refused": null, "lookups": 0, "requests": 1}, …]; code and refused are those of a refusal, lookups those of the session so far; requests without the token share entries',
      rows: '',
      load: () => import('./log').then(({ proxyLog }) => proxyLog),
    },
  ],
};
