// The options, texts and errors that several sandbox commands share. This file contains only data, so that help and
// completion do not load the commands' code.
import { type ErrorSpec, type OptionSpec, option } from '../../../line/command';

export const selectionOptions: readonly OptionSpec[] = [
  option('--data <directory>', 'use the sandbox with this data directory', { conflicts: ['port'] }),
  option('--port <number>', 'use the sandbox that listens on this port'),
];

/** The help text about the sandbox that a command uses if neither --data nor --port is set. */
export const defaultSelection =
  'If neither --port nor --data is set, the command uses the sandbox at the base URL in use. If no sandbox is running at this URL, the command uses the sandbox in the default data directory. If that sandbox is not running either, and exactly one other sandbox is running, the command uses the other sandbox.';

/** The errors of a command that uses a running sandbox's control API. */
export const callErrors: readonly ErrorSpec[] = [
  { code: 'network_error', when: 'if no sandbox is running' },
  { code: 'timeout', when: 'if the sandbox does not respond' },
];
