// The options that every command takes, before or after its name, and those that the parser itself answers.
import type { OptionSpec } from './command';

/** All of them, in the order in which help lists them. */
export const globalOptions: readonly OptionSpec[] = [
  {
    name: 'api-key',
    value: 'key',
    description: 'API key, or - to read it from standard input',
  },
  {
    name: 'user-token',
    alias: 'management-key',
    value: 'key',
    description: 'management key, or - to read it from standard input; also --user-token',
  },
  { name: 'base-url', value: 'url', description: 'service to use, with its version prefix' },
  {
    name: 'profile',
    value: 'name',
    description: 'use the credentials of this profile; default is the login without one',
    completion: 'profile',
  },
  { name: 'json', description: 'one JSON document on standard output; never ask' },
  { name: 'no-json', description: 'text, also if the setting output is json' },
  { name: 'input', description: 'ask also where a coding agent runs the terminal' },
  { name: 'no-input', description: 'never ask, never open a browser' },
  {
    name: 'color',
    value: 'when',
    description: 'auto, always or never',
    choices: ['auto', 'always', 'never'],
  },
  { name: 'no-color', description: 'same as --color never' },
  {
    name: 'timeout',
    value: 'seconds',
    description: 'longest wait for one answer (default: 30)',
  },
  { name: 'insecure-http', description: 'allow plain http to another machine' },
  {
    name: 'tags',
    value: 'a,b,c',
    completion: 'tag',
    description: 'labels stored with billed lookups',
    repeatable: true,
    separator: ',',
  },
  { name: 'debug', description: 'trace requests on standard error, secrets masked' },
];

/** Answered by the parser, of every command. */
export const helpOption: OptionSpec = { name: 'help', short: 'h', description: 'show this help' };

/** Likewise, of the program only. */
export const versionOption: OptionSpec = {
  name: 'version',
  short: 'V',
  description: 'print the version',
};
