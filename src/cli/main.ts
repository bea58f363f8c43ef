// Runs one command and ends the process with its exit code. No other module ends the process.
import { constants } from 'node:os';
import { unsyncableDirectories } from '../lib/directory';
import { errorCodes, interruptedStatus } from '../lib/error-codes';
import { readLine } from './line/typed-line';
import { printable } from './output/printable';
import { DiedOf, interruption, PromptInterrupted, signals } from './prompts/interrupted';
import { flushed, standardStream, tellUnwritten, thisSystem } from './run/process-io';
import { asWaypostError, run } from './run/run';

/** The signals that interrupt a command. Ctrl-Break sends SIGBREAK, which exists only on Windows. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;
type Interrupt = (typeof interrupts)[number];

/**
 * The time after a signal, in milliseconds, during which waypost ignores a second signal. Programs such as timeout(1)
 * and npm forward a signal that this process has already received from the terminal.
 */
const echoMs = 200;

/** The abort reason if a signal interrupts waypost. */
class Interrupted extends Error {
  constructor(readonly signal: Interrupt) {
    super(`interrupted by ${signal}`);
  }
}

async function main(): Promise<void> {
  const { signal: interrupted } = interruption;
  let first = 0;
  for (const signal of interrupts) {
    process.on(signal, () => {
      if (signals.taken(signal)) return;
      if (!interrupted.aborted) {
        first = performance.now();
        interruption.abort(new Interrupted(signal));
      } else if (performance.now() - first > echoMs) {
        // A second signal ends the process, because the work might hang after the first signal.
        dieOf(signal);
      }
    });
  }
  // Without a listener for this signal, Node would open a debugger through which another program could read the key.
  if (process.platform !== 'win32') process.on('SIGUSR1', () => {});
  const system = thisSystem(interrupted);
  const argv = process.argv.slice(2);
  const line = readLine(argv);
  let status: number;
  try {
    status = await run(argv, system, line);
  } catch (error) {
    if (error instanceof PromptInterrupted) return dieOf('SIGINT');
    if (!interrupted.aborted && !(error instanceof DiedOf)) {
      // The output module failed while it printed an error. This code prints the failure without the output module.
      const { message, hint, exitStatus } = asWaypostError(error);
      standardStream('stderr').write(printable(`Error: ${message}\n${hint}\n`));
      await flushed();
      process.exit(exitStatus);
    }
    await flushed();
    return error instanceof DiedOf ? endAs(error.signal) : dieOf(signalOf(interrupted.reason));
  }
  const [directory] = unsyncableDirectories;
  if (directory !== undefined) {
    standardStream('stderr').write(
      printable(
        `Warning: The file system of ${directory} cannot sync directories. A power failure might undo the last changes.\n`,
      ),
    );
  }
  await flushed();
  // A command that returns the exit code for `write_failed` has already reported the failed write.
  if (status !== errorCodes.write_failed.exitStatus) status = await tellUnwritten(status);
  process.exit(status);
}

function signalOf(reason: unknown): Interrupt {
  return reason instanceof Interrupted ? reason.signal : 'SIGINT';
}

/**
 * Ends the process with the signal, so that the calling shell detects the interruption. On Windows, ends the process
 * with an exit code.
 */
function dieOf(signal: Interrupt): void {
  process.removeAllListeners(signal);
  if (process.platform === 'win32') process.exit(interruptedStatus);
  process.kill(process.pid, signal);
}

/**
 * The signals that `endAs` sends to this process. For other signals, `endAs` ends the process with an exit code,
 * because these signals would create a core file or would not end the process.
 */
const deadly = new Set<NodeJS.Signals>([
  ...interrupts,
  'SIGKILL',
  'SIGALRM',
  'SIGVTALRM',
  'SIGPROF',
  'SIGUSR1',
  'SIGUSR2',
  'SIGPIPE',
  'SIGIO',
  'SIGPOLL',
  'SIGPWR',
  'SIGSTKFLT',
]);

function endAs(signal: NodeJS.Signals): void {
  if (process.platform === 'win32' || !deadly.has(signal))
    process.exit(128 + constants.signals[signal]);
  // Node ignores SIGPIPE until the process adds and then removes a listener for this signal.
  if (signal === 'SIGPIPE') process.on(signal, () => {});
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

void main();
