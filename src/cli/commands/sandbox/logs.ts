// `waypost sandbox logs`: the server's own messages of a detached sandbox. (Its requests are in the lookup
// log.)
import { closeSync, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { hasCode, systemReason } from '../../../lib/system-error';
import { findSandbox } from '../../../sandbox/instance/find';
import { registered } from '../../../sandbox/instance/registry';
import type { Context } from '../../context';
import { sanitize } from '../../ui/sanitize';
import { elsewhere } from './shared/elsewhere';
import {
  described,
  logFile,
  noSandbox,
  registryFolder,
  type WhichOptions,
  whereabouts,
} from './shared/which';

/** How often a file is read for more, in milliseconds. */
const interval = 250;

interface Options extends WhichOptions {
  follow?: boolean;
  lines: string;
}

/** Runs the command. */
export async function run(context: Context, options: Options): Promise<void> {
  const { output } = context;
  if (options.follow && output.asData) {
    throw invalidInput('--follow prints lines as they come, and --json one document.', 'Omit one.');
  }
  if (!/^\d{1,9}$/.test(options.lines)) {
    throw invalidInput('--lines takes a whole number.', 'Such as --lines 50.');
  }
  const file = await fileOf(context, options);
  const handle = openLog(file);
  try {
    const decoder = new StringDecoder('utf8');
    const text = readRest(handle, decoder);
    const all = text.split('\n');
    if (all.at(-1) === '') all.pop();
    const lines = all.slice(Math.max(0, all.length - Number(options.lines))).map(sanitize);
    if (output.asData) await output.result({ file, lines }, () => '');
    else output.raw(lines.map((line) => `${line}\n`).join(''));
    if (options.follow) await follow(context, handle, decoder);
  } finally {
    closeSync(handle);
  }
}

function openLog(file: string): number {
  try {
    // A pipe would be waited for, and a device has no end.
    if (!statSync(file).isFile()) throw new Error('it is not a regular file');
    return openSync(file, 'r');
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) {
      throw invalidInput(`${file} cannot be read: ${systemReason(error)}.`);
    }
    throw new WaypostError('network_error', `No detached sandbox has written ${file} yet.`, {
      hint: 'Start one with `waypost sandbox start --detach`.',
      cause: error,
    });
  }
}

/** The rest of a file after the part that was read. */
function readRest(handle: number, decoder: StringDecoder): string {
  const buffer = Buffer.alloc(Math.max(1, Math.min(fstatSync(handle).size, 1024 * 1024)));
  let text = '';
  for (let count = readSync(handle, buffer); count > 0; count = readSync(handle, buffer)) {
    text += decoder.write(buffer.subarray(0, count));
  }
  return text;
}

async function follow({ world, output }: Context, handle: number, decoder: StringDecoder) {
  for (;;) {
    await world.clock.sleep(interval, world.interrupted);
    const text = readRest(handle, decoder);
    if (text !== '') output.raw(sanitize(text));
  }
}

/** The log file of the selected sandbox. One with a directory may have ended; its messages stay. */
async function fileOf(context: Context, options: Options): Promise<string> {
  const where = whereabouts(context, options);
  const entries = await registered(registryFolder(context));
  const entry = entries.find((one) =>
    'port' in where ? one.port === where.port : one.data === where.folder,
  );
  if (entry && entry.log !== null) return entry.log;
  const found = entry ? undefined : await findSandbox(where);
  if (entry || found?.state === 'running') {
    throw new WaypostError(
      'network_error',
      `The sandbox on ${described(where)} runs in the foreground: its lines are in its own terminal.`,
      { hint: 'Start it with --detach to have them in a file.' },
    );
  }
  if ('folder' in where) {
    const other = await elsewhere(context, options, 'logs');
    const file = join(where.folder, logFile);
    if (other === '' || existsSync(file)) return file;
    throw noSandbox(where, other);
  }
  throw noSandbox(where, '');
}
