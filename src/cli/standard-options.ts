// The options that the parser itself answers.
import type { OptionSpec } from './command';

export const helpOption: OptionSpec = { name: 'help', short: 'h', description: 'show this help' };

/** Of the program only. */
export const versionOption: OptionSpec = {
  name: 'version',
  short: 'V',
  description: 'print the version',
};
