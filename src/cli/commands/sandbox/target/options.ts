// What the specifications of several sandbox commands share: the options that select a sandbox, the texts about them,
// and the errors of a call to it. Only data, because help and completion read it.
import { type ErrorSpec, type OptionSpec, option } from '../../../line/command';

export const selectionOptions: readonly OptionSpec[] = [
  option('--data <directory>', 'the sandbox of this data directory', { conflicts: ['port'] }),
  option('--port <number>', 'the sandbox that listens on this port'),
];

/** Says which sandbox a command means without these options. */
export const defaultSelection =
  'Without --port or --data it is the sandbox at the base URL in use, else the one of the default directory, else the only one that runs.';

/** The errors of a command that calls a running sandbox. */
export const callErrors: readonly ErrorSpec[] = [
  { code: 'network_error', when: 'where no sandbox runs' },
  { code: 'timeout', when: 'where it does not answer' },
];
