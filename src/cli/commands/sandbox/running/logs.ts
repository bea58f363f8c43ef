// `waypost sandbox logs`: prints the log of a detached sandbox.
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { plainText } from '../../../../lib/plain-text';
import { hasCode, systemReason } from '../../../../lib/system-error';
import { findSandbox } from '../../../../sandbox/server/running-sandboxes';
import type { Output } from '../../../output/output';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { registryDirectory } from '../target/directories';
import { logOfDirectory, newestLogInMemory } from '../target/log-files';
import { runningSandboxes } from '../target/running';
import { otherSandboxes } from '../target/selected';
import { noSandbox, type SandboxSelection, selectedTarget, targetText } from '../target/selection';

const readEveryMs = 250;

interface LogsOptions extends SandboxSelection {
  follow?: boolean;
  lines: string;
}

export async function sandboxLogs(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: LogsOptions,
): Promise<void> {
  if (options.follow && output.asData) {
    throw invalidInput(
      '--follow and --json cannot be combined: --follow prints lines, but --json prints one document.',
      'Remove --follow or --json.',
    );
  }
  if (!/^\d{1,9}$/.test(options.lines)) {
    throw invalidInput(
      `--lines must be a whole number, not ${JSON.stringify(options.lines)}.`,
      'For example: --lines 50.',
    );
  }
  const file = await logFileOf({ system, credentials }, options);
  const handle = openLogFile(file);
  try {
    const log = { handle, at: 0, decoder: new StringDecoder('utf8') };
    const text = readRest(log);
    const all = text.split('\n');
    if (all.at(-1) === '') all.pop();
    const lines = all.slice(Math.max(0, all.length - Number(options.lines))).map(plainText);
    if (output.asData) await output.result({ file, lines }, () => '');
    else output.print(lines.map((line) => `${line}\n`).join(''));
    if (options.follow) await followLog({ system, output }, log);
  } finally {
    closeSync(handle);
  }
}

function openLogFile(file: string): number {
  try {
    // waypost rejects pipes and devices, because a read from a pipe might wait forever, and a device might never end.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file');
    return openSync(file, 'r');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw invalidInput(`waypost cannot read ${file}: ${systemReason(error)}.`);
    }
    throw new WaypostError(
      'network_error',
      `The log file ${file} does not exist. Only detached sandboxes write a log file.`,
      {
        hint: 'Start a detached sandbox with `waypost sandbox start --detach`.',
        cause: error,
      },
    );
  }
}

interface Reading {
  handle: number;
  /** The position in the file at which the next read begins, in bytes. */
  at: number;
  decoder: StringDecoder;
}

/**
 * Returns the text that the sandbox has added to the file since the last read. If the file was truncated since then,
 * returns all of its text.
 */
function readRest(log: Reading): string {
  const { size } = fstatSync(log.handle);
  if (size < log.at) log.at = 0;
  const buffer = Buffer.alloc(Math.max(1, Math.min(size, 1024 * 1024)));
  let text = '';
  for (;;) {
    const count = readSync(log.handle, buffer, 0, buffer.length, log.at);
    if (count === 0) return text;
    log.at += count;
    text += log.decoder.write(buffer.subarray(0, count));
  }
}

async function followLog(
  { system, output }: { system: System; output: Output },
  log: Reading,
): Promise<never> {
  for (;;) {
    await system.clock.sleep(readEveryMs, system.interrupted);
    const text = readRest(log);
    if (text !== '') output.print(text);
  }
}

/**
 * Returns the path of the selected sandbox's log file. The user can select a stopped sandbox, because waypost keeps its
 * log file.
 */
async function logFileOf(
  { system, credentials }: { system: System; credentials: Credentials },
  options: LogsOptions,
): Promise<string> {
  const target = selectedTarget(system, options);
  const entry = (await runningSandboxes(system)).find(({ listed }) =>
    'port' in target ? listed.port === target.port : listed.data === target.data,
  );
  if (entry && entry.log !== null) return entry.log;
  const found = entry ? undefined : await findSandbox(target, registryDirectory(system));
  if (entry || found?.state === 'running') {
    throw new WaypostError(
      'network_error',
      `The sandbox ${targetText(target)} runs in the foreground, and prints its log in its own terminal.`,
      { hint: 'To write the log to a file, start the sandbox with --detach.' },
    );
  }
  if ('data' in target) {
    const other = await otherSandboxes({ system, credentials }, options, 'logs');
    const file = logOfDirectory(target.data);
    if (existsSync(file)) return file;
    if (other !== '') throw noSandbox(target, other);
    return (options.data === undefined ? newestLogInMemory(system) : undefined) ?? file;
  }
  const ended = newestLogInMemory(system, target.port);
  if (ended === undefined) throw noSandbox(target, '');
  return ended;
}
