// The options that every command takes, before or after its name, and those that the parser itself answers.
import { type OptionSpec, option } from './command';

/** All of them, in the order in which help lists them. */
export const globalOptions: readonly OptionSpec[] = [
  option('--api-key <key>', 'API key, or - to read it from standard input'),
  option(
    '--user-token <key>',
    'management key, or - to read it from standard input; also --user-token',
    { alias: 'management-key' },
  ),
  option('--base-url <url>', 'service to use, with its version prefix'),
  option(
    '--profile <name>',
    'use the credentials of this profile; default is the login without one',
    { completion: 'profile' },
  ),
  option('--json', 'one JSON document on standard output; never ask'),
  option('--no-json', 'text, also if the setting output is json'),
  option('--input', 'ask also where a coding agent runs the terminal'),
  option('--no-input', 'never ask, never open a browser'),
  option('--color <when>', 'auto, always or never', { choices: ['auto', 'always', 'never'] }),
  option('--no-color', 'same as --color never'),
  option('--timeout <seconds>', 'longest wait for one answer (default: 30)'),
  option('--insecure-http', 'allow plain http to another machine'),
  option('--tags <a,b,c>', 'labels stored with billed lookups', {
    completion: 'tag',
    repeatable: true,
    separator: ',',
  }),
  option('--debug', 'trace requests on standard error, secrets masked'),
];

/** Answered by the parser, of every command. */
export const helpOption: OptionSpec = option('-h, --help', 'show this help');

/** Likewise, of the program only. */
export const versionOption: OptionSpec = option('-V, --version', 'print the version');
