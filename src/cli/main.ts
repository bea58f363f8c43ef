// The only place that ends the process: one run, one exit status.
import { constants } from 'node:os';
import { unsyncableDirectories } from '../lib/directory';
import { errorCodes, interruptedStatus } from '../lib/error-codes';
import { readLine } from './line/typed-line';
import { printable } from './output/printable';
import { DiedOf, interruption, PromptInterrupted, signals } from './prompts/interrupted';
import { flushed, standardStream, tellUnwritten, thisSystem } from './run/process-io';
import { asWaypostError, run } from './run/run';

/** SIGBREAK is Ctrl-Break on Windows; no other system has it. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;
type Interrupt = (typeof interrupts)[number];

/**
 * timeout(1) and npm pass on a signal that the process has received already: it does not count as a second
 * one.
 */
const echoMs = 200;

/** Thrown into every wait when the user interrupts. */
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
        // A second signal ends work that hangs in spite of the first.
        dieOf(signal);
      }
    });
  }
  // Node would open a debugger, in which a program could read the key that is kept from it.
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
      // The report itself failed.
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
        `Warning: The file system of ${directory} cannot sync directories: after a power cut, what was written last may be missing.\n`,
      ),
    );
  }
  await flushed();
  // A command that writes data there has reported it already.
  if (status !== errorCodes.write_failed.exitStatus) status = await tellUnwritten(status);
  process.exit(status);
}

function signalOf(reason: unknown): Interrupt {
  return reason instanceof Interrupted ? reason.signal : 'SIGINT';
}

/** Ends as the signal itself would have ended the process, so that a calling shell sees it. */
function dieOf(signal: Interrupt): void {
  process.removeAllListeners(signal);
  if (process.platform === 'win32') process.exit(interruptedStatus);
  process.kill(process.pid, signal);
}

/** Signals that end a process without a core file, and those of a user's interrupt. */
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
  // Node ignores SIGPIPE until a listener of it is removed.
  if (signal === 'SIGPIPE') process.on(signal, () => {});
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

void main();
