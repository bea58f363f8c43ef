// A command with the credentials in its environment.
import { type CommandSpec, option } from '../../line/command';
import { childCommand } from '../../line/common-options';

export const execSpec: CommandSpec = {
  name: 'exec',
  summary: 'Run a command with the keys in its environment, and mask them in its output',
  description:
    'Run a command with WAYPOST_API_KEY, WAYPOST_USER_TOKEN and WAYPOST_BASE_URL in its environment, for that run only. The keys are masked in its output; nothing is written to disk.',
  arguments: [childCommand],
  options: [
    option(
      '--env <NAME=api-key>',
      'another variable for the command: NAME=api-key, NAME=management-key or NAME=base-url',
      { repeatable: true },
    ),
    option('--no-masking', 'leave the output to the command, unmasked, on the terminal itself'),
  ],
  examples: [
    'waypost exec env',
    'waypost exec --env ADDRESS_KEY=api-key printenv ADDRESS_KEY',
    {
      command: `waypost exec sh -c 'curl -s -H "Authorization: Bearer $WAYPOST_API_KEY" $WAYPOST_BASE_URL/places?query=berlin'`,
      note: 'a shell of its own puts the variables in',
    },
  ],
  details: [
    'The command holds the keys and can send them anywhere; see waypost proxy for one that never gets them. A key is masked as it is, with characters escaped as in JSON, URLs or HTML, and in base64, also with line breaks, wherever the output is cut into pieces. A program that encodes it otherwise, or prints it letter by letter between other things, is not caught.',
    'Where input, output and error output are all a terminal, the command gets a terminal of its own from script(1), which Linux and macOS bring along, so that colors, progress and prompts work. Where that is missing, as on Windows and with BusyBox, and where a part goes elsewhere, output is a pipe.',
    'Signals go to the command. Its exit status is that of waypost; where a signal ended it, waypost dies of the same one (128 + its number in a shell), so that Ctrl-C ends a loop of the shell. A process that the command leaves in the background is not waited for, and its output is no longer read.',
    'The first word is the program; what follows it is its own, also --help and --json. A name without a slash is looked up in the absolute directories of PATH. -- before the program is allowed.',
  ],
  output: [{ title: 'Output', text: 'that of the command; --json is refused' }],
  errors: [
    { code: 'invalid_input', when: 'for --json' },
    { code: 'program_not_found' },
    { code: 'program_not_runnable' },
    { code: 'missing_api_key' },
    { code: 'invalid_credentials_file' },
    {
      code: 'missing_user_token',
      when: 'where NAME=management-key is asked for and none is known',
    },
  ],
  passesOutput: true,
  alsoCalls: 'any',
  runsPrograms: true,
  load: () => import('./exec').then(({ execProgram }) => execProgram),
};
