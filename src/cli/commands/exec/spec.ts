// Describes `waypost exec`, which runs a program with the credentials in environment variables.
import { type CommandSpec, option } from '../../line/command';
import { childCommand } from '../../line/common-options';

export const execSpec: CommandSpec = {
  name: 'exec',
  summary: 'Run a command with the keys in its environment, and mask the keys in its output',
  description:
    "Run a command with WAYPOST_API_KEY, WAYPOST_USER_TOKEN and WAYPOST_BASE_URL in its environment, for that run only. waypost masks the keys in the command's output, and does not write the keys to disk.",
  arguments: [childCommand],
  options: [
    option(
      '--env <NAME=api-key>',
      'set an additional environment variable for the command: NAME=api-key, NAME=management-key or NAME=base-url',
      { repeatable: true },
    ),
    option('--no-masking', 'let the command write directly to the terminal, without masking'),
  ],
  examples: [
    'waypost exec env',
    'waypost exec --env ADDRESS_KEY=api-key printenv ADDRESS_KEY',
    {
      command: `waypost exec sh -c 'curl -s -H "Authorization: Bearer $WAYPOST_API_KEY" $WAYPOST_BASE_URL/places?query=berlin'`,
      note: 'sh expands the variables',
    },
  ],
  details: [
    'The command has the keys and can send them anywhere. To run a command without giving it the keys, use `waypost proxy`. waypost masks a key that the command prints in plain text, with JSON, URL or HTML escapes, or in base64 (with or without line breaks), even if the output arrives in several chunks. waypost cannot mask a key that the command encodes differently, or prints one character at a time.',
    'If standard input, standard output and standard error are all terminals, the command runs in its own pseudo-terminal, so that color, progress and prompts work. waypost creates the pseudo-terminal with script(1), which Linux and macOS include. If script(1) is missing, as on Windows and with BusyBox, or if a stream is redirected, the command writes to pipes. Most programs then do not print color or progress.',
    "waypost passes signals to the command and returns the command's exit code. If a signal ends the command, the same signal ends waypost, so that Ctrl-C also ends a shell loop. The shell then reports an exit code of 128 plus the signal number. waypost does not wait for the command's background processes, and does not read their later output.",
    "The first word after the waypost options is the program. waypost passes all later words to the program, including --help and --json. If the program's name contains no slash, waypost searches for the program in the directories in PATH, except directories with a relative path. You can put -- before the program.",
  ],
  output: [{ title: 'Output', text: "the command's output; waypost rejects --json" }],
  errors: [
    { code: 'invalid_input', when: 'if --json is set' },
    { code: 'program_not_found' },
    { code: 'program_not_runnable' },
    { code: 'missing_api_key' },
    { code: 'invalid_credentials_file' },
    {
      code: 'missing_user_token',
      when: 'if --env requires the management key and no management key is stored or set',
    },
  ],
  passesOutput: true,
  alsoCalls: 'any',
  runsPrograms: true,
  load: () => import('./exec').then(({ execProgram }) => execProgram),
};
