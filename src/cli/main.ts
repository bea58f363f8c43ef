// The only place that ends the process: one catch, one error document, one exit status.
import { constants, homedir } from 'node:os';
import { CommanderError } from 'commander';
import { unsyncableDirectories } from '../lib/directory';
import { exitStatuses, interruptedStatus, WaypostError } from '../lib/errors';
import { systemClock } from '../lib/runtime';
import { loadConfiguration, noConfiguration } from './configuration';
import { Context, type GlobalOptions, type Surroundings } from './context';
import { tellOfUpgrade, upgradeCheck } from './installation/notice';
import { isCommandMissing, runProgram, usageHint, wasAskedFor } from './program';
import { DiedOf, interruption, PromptInterrupted, signals } from './ui/interrupted';
import { quickOutput } from './ui/quick-output';

/** SIGBREAK is Ctrl-Break on Windows; no other system has it. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGBREAK'] as const;
type Interrupt = (typeof interrupts)[number];

/** timeout(1) and npm pass a signal on that the process has had already: that is no second one. */
const echoMs = 200;

/** Thrown into whatever waits when the user interrupts. */
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
        // Whatever hangs in spite of the first signal is ended by the second.
        dieOf(signal);
      }
    });
  }
  const world = surroundings(interrupted);
  const argv = process.argv.slice(2);
  if (argv[0] === upgradeCheck) {
    const { askRegistry } = await import('./installation/ask-registry');
    await askRegistry(world);
    process.exit(0);
  }
  let context: Context | undefined;
  let status = 0;
  try {
    await runProgram(argv, world, (created) => {
      context = created;
    });
    status = context?.exitStatus ?? 0;
  } catch (error) {
    if (error instanceof PromptInterrupted) return dieOf('SIGINT');
    if (error instanceof DiedOf) {
      await flushed();
      return endAs(error.signal);
    }
    if (interrupted.aborted) {
      // What failed for a reason of its own is told all the same: it may name the only copy of a key.
      if (error instanceof WaypostError && context !== undefined) await report(error, context);
      await flushed();
      return dieOf(signalOf(interrupted.reason));
    }
    if (!wasHelpOnly(error, argv)) {
      context ??= await fallbackContext(world, argv);
      status = await report(error, context);
    }
  }
  await tellOfUpgrade(argv, world);
  const [directory] = unsyncableDirectories;
  if (directory !== undefined) {
    opened('stderr').write(
      `Warning: The file system of ${directory} cannot sync directories: after a power cut, what was written last may be missing.\n`,
    );
  }
  await flushed();
  // A command that carries data there has told it already.
  if (outputFailure !== undefined && status !== exitStatuses.write_failed) {
    opened('stderr').write(`Error: Standard output cannot be written: ${outputFailure.message}\n`);
    status = exitStatuses.write_failed;
    await flushed();
  }
  process.exit(status);
}

/** Help is a result; only a script that names no command has made a mistake. */
function wasHelpOnly(error: unknown, argv: readonly string[]): boolean {
  if (!(error instanceof CommanderError)) return false;
  return wasAskedFor(error) || (isCommandMissing(error) && !argv.includes('--json'));
}

/** Shows an error and returns the exit status it asks for. */
async function report(error: unknown, context: Context): Promise<number> {
  const known = asWaypostError(error);
  const { hintOf } = await import('./hints/advice');
  const hint = hintOf(known);
  const shown = hint === undefined ? known : known.with({ hint: context.inProfile(hint) });
  await context.output.error(shown);
  if (known.code === 'internal_error' && context.debug && error instanceof Error) {
    context.trace(error.stack ?? error.message);
  }
  return known.exitStatus;
}

function asWaypostError(error: unknown): WaypostError {
  if (error instanceof WaypostError) return error;
  if (error instanceof CommanderError) {
    const message = isCommandMissing(error)
      ? 'No command was given.'
      : error.message.replace(/^error: /, '');
    return new WaypostError('invalid_input', message, {
      hint: usageHint(error),
    });
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WaypostError('internal_error', `This is a fault of waypost: ${reason}`, {
    hint: 'Nothing you did should cause this. Run it again with --debug and report what it prints; secrets are masked there.',
    cause: error,
  });
}

/** For errors that come before the options are understood: `--json` and colour are honoured all the same. */
async function fallbackContext(world: Surroundings, argv: readonly string[]): Promise<Context> {
  const end = argv.indexOf('--');
  const before = end === -1 ? argv : argv.slice(0, end);
  const options: GlobalOptions = {
    ...(before.includes('--json') ? { json: true } : {}),
    ...(before.includes('--no-json') ? { json: false } : {}),
    debug: before.includes('--debug'),
    ...(before.includes('--no-color') ? { color: false } : {}),
  };
  // The settings may be the very thing that is wrong.
  const configuration = await loadConfiguration(world).catch(() => noConfiguration);
  return new Context(world, options, configuration);
}

function surroundings(interrupted: AbortSignal): Surroundings {
  return {
    env: process.env,
    platform: process.platform,
    home: homedir(),
    clock: systemClock,
    // Opening a standard stream takes a while, and most runs need but one of the three.
    get stdin() {
      return process.stdin;
    },
    stdout: quickOutput(1, {
      stream: () => opened('stdout'),
      failed: (error) => noteFailure('stdout', error),
    }),
    get stderr() {
      return opened('stderr');
    },
    interrupted,
  };
}

const openStreams = new Set<NodeJS.WriteStream>();

function opened(name: 'stdout' | 'stderr'): NodeJS.WriteStream {
  const stream = process[name];
  if (!openStreams.has(stream)) {
    openStreams.add(stream);
    stream.on('error', (error: NodeJS.ErrnoException) => noteFailure(name, error));
  }
  return stream;
}

/** Why standard output could not be written, such as a full disk behind it. */
let outputFailure: Error | undefined;

/** A reader that went away (`waypost … | head`) is no reason to stop what is under way. */
function noteFailure(name: 'stdout' | 'stderr', error: NodeJS.ErrnoException): void {
  if (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
  if (name === 'stdout') outputFailure ??= error;
}

async function flushed(): Promise<void> {
  // A failure to write is told a turn later.
  await new Promise(setImmediate);
  await Promise.all(
    [...openStreams].map(
      (stream) =>
        new Promise((resolve) => {
          if (stream.writableLength === 0 || stream.destroyed) resolve(undefined);
          else stream.write('', resolve);
        }),
    ),
  );
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

/** Signals that Node lets end a process, and that leave no core file of it behind. */
const deadly = new Set<NodeJS.Signals>([...interrupts, 'SIGKILL', 'SIGALRM', 'SIGUSR2']);

/** Ends as a command did that was run for the user. */
function endAs(signal: NodeJS.Signals): void {
  if (process.platform === 'win32' || !deadly.has(signal))
    process.exit(128 + constants.signals[signal]);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

void main();
