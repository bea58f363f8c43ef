// Parses and runs a command line, and returns the exit code. If the command fails, prints one error.
import { WaypostError } from '../../lib/errors';
import {
  directoryRemoved,
  isDirectoryRemoved,
  isFileError,
  isTooManyFiles,
  raiseTheLimit,
  systemReason,
  tooManyFiles,
} from '../../lib/system-error';
import type { GlobalOptions } from '../line/option-values';
import { explained, parse } from '../line/parse';
import { readLine, type TypedLine } from '../line/typed-line';
import { chooseCharacters } from '../output/printable';
import { DiedOf, PromptInterrupted } from '../prompts/interrupted';
import { loadConfiguration, noConfiguration } from './configuration';
import { type Dependencies, makeDependencies } from './dependencies';
import { dependenciesOf, execute, showInformation } from './execute';
import type { System } from './system';

/** The dependencies that an error report needs. */
type ReportDependencies = Pick<Dependencies, 'system' | 'output'>;

/**
 * Runs the command that the arguments specify, and reports errors. Returns the exit code. Throws an error if the user
 * interrupts waypost, or if a signal ended the program that `exec` or `proxy` runs.
 */
export async function run(
  words: readonly string[],
  system: System,
  line = readLine(words),
): Promise<number> {
  let dependencies: Dependencies | undefined;
  try {
    chooseCharacters(system.env);
    const parsed = await parse(line);
    if (parsed.kind !== 'command') {
      showInformation(parsed, line, system);
      return 0;
    }
    return await explained(parsed.command, line, async () => {
      dependencies = await dependenciesOf(parsed, system);
      return await execute(parsed, line, dependencies);
    });
  } catch (error) {
    if (error instanceof PromptInterrupted || error instanceof DiedOf) throw error;
    if (!system.interrupted.aborted) {
      return reportError(error, dependencies ?? (await fallbackDependencies(system, line)));
    }
    // After an interruption, waypost reports an error only if the error is a WaypostError, which might contain the only
    // copy of a key.
    if (error instanceof WaypostError && dependencies !== undefined) {
      await reportError(error, dependencies);
    }
    throw error;
  }
}

async function reportError(
  error: unknown,
  { system, output }: ReportDependencies,
): Promise<number> {
  const known = asWaypostError(error);
  // An upgrade might have removed the files that contain the hints. In this case, waypost prints the error without the
  // hint from these files.
  const hint = await findHint(known, { system, output }).catch(() =>
    known.hintWith(output.command),
  );
  await output.error(hint === undefined ? known : known.with({ hint }));
  if (known.code === 'internal_error' && output.debug && error instanceof Error) {
    output.trace(error.stack ?? error.message);
  }
  return known.exitStatus;
}

async function findHint(
  error: WaypostError,
  { system, output }: ReportDependencies,
): Promise<string | undefined> {
  const { command } = output;
  // If the limit for open files prevented a connection to the service, the limit might also prevent waypost from
  // loading the other hints.
  if (isTooManyFiles(error) && error.code === 'network_error') return raiseTheLimit;
  if (error.hint !== undefined && isTooManyFiles(error)) return error.hint;
  const { hintOf } = await import('../hints/by-reason');
  const { hintInSession, isInSession } = await import('../hints/session');
  const hint = hintInSession(error, system.env);
  if (hint !== undefined) return hintOf(error.with({ hint }), command);
  const isLocal = error.reason === 'unreached_local' || error.reason === 'unreached_default';
  if (!isLocal || isInSession(system.env)) return hintOf(error, command);
  const { runningServices } = await import('./running-services');
  const running = await runningServices(system).catch(() => []);
  if (running.length === 0) return hintOf(error, command);
  return hintOf(error.with({ about: { ...error.about, running: running.join(' ') } }), command);
}

/** Converts any error to a WaypostError. */
export function asWaypostError(error: unknown): WaypostError {
  if (error instanceof WaypostError) return error;
  if (isTooManyFiles(error)) return tooManyFiles(error);
  if (isDirectoryRemoved(error)) return directoryRemoved(error);
  if (isFileError(error)) {
    // If the disk is full or broken, any code can throw this error. Therefore, the error is not a bug in waypost.
    const where = 'path' in error ? String(error.path) : 'a file';
    return new WaypostError(
      'write_failed',
      `waypost cannot use ${where}: ${systemReason(error)}.`,
      {
        hint: 'Check the disk, and the permissions of the file and its directory. Then run the command again.',
        cause: error,
      },
    );
  }
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return new WaypostError('internal_error', `This is a bug in waypost: ${reason}`, {
    hint: 'Run the command again with --debug, and report the output. waypost masks secrets in the output.',
    cause: error,
  });
}

/**
 * Returns the dependencies that are used to report an error if the error occurred before waypost had parsed the
 * options. `--json`, `--profile`, `--debug` and `--color` still apply.
 */
async function fallbackDependencies(system: System, line: TypedLine): Promise<Dependencies> {
  const { json, profile, debug, color } = line;
  const options: GlobalOptions = {
    ...(json === undefined ? {} : { json }),
    ...(profile === undefined ? {} : { profile }),
    debug,
    color,
  };
  // Invalid settings might have caused the error, so waypost ignores a configuration that it cannot load.
  const configuration = await loadConfiguration(system).catch(() => noConfiguration);
  return makeDependencies(system, options, configuration);
}
