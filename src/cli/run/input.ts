// Reads text from a file or from standard input. Users can pipe in secrets instead of passing them as arguments.
import { createReadStream } from 'node:fs';
import { invalidInput } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import { counted } from '../output/words';
import type { System } from './system';

interface InputDependencies {
  system: System;
  credentials: { readsSecrets: boolean };
}

/**
 * Returns the text of a file unchanged, or the text of standard input if the path is `-`. Throws `invalid_input` if the
 * input cannot be read, is not UTF-8, or has more than `maxBytes` bytes.
 */
export async function readInputText(
  { system, credentials }: InputDependencies,
  option: string,
  path: string,
  maxBytes: number,
): Promise<string> {
  const bytes = await readInputBytes({ system, credentials }, option, path, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidInput(`The input for ${option} is not UTF-8 text.`, 'Save the input in UTF-8.');
  }
}

/** Like `readInputText`, but returns the bytes, which do not need to be UTF-8. */
export async function readInputBytes(
  { system, credentials }: InputDependencies,
  option: string,
  path: string,
  maxBytes: number,
): Promise<Buffer> {
  const bytes =
    path === '-'
      ? await fromInput({ system, credentials }, option, maxBytes)
      : await fromFile(option, path, maxBytes);
  if (bytes.length > maxBytes) {
    throw invalidInput(
      `The input for ${option} is too large.`,
      `Use at most ${counted(maxBytes, 'byte')}.`,
    );
  }
  return bytes;
}

async function fromInput(
  { system, credentials }: InputDependencies,
  option: string,
  maxBytes: number,
): Promise<Buffer> {
  if (credentials.readsSecrets) {
    throw invalidInput(
      `Standard input cannot provide both a key and the input for ${option}.`,
      `Pass a file with ${option}, or set the key in WAYPOST_API_KEY or WAYPOST_USER_TOKEN.`,
    );
  }
  if (system.stdin.isTTY) {
    throw invalidInput(
      `${option} - reads standard input, but nothing is piped in.`,
      `Pipe the input in, or pass a file with ${option}.`,
    );
  }
  return piped(system, maxBytes);
}

/**
 * Reads standard input. If the input exceeds `maxBytes`, stops reading and returns a prefix that is longer than
 * `maxBytes`, so that the caller can detect the excess. Throws the abort reason if `interrupted` is aborted.
 */
async function piped({ stdin, interrupted }: System, maxBytes: number): Promise<Buffer> {
  const stopped = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(interrupted.reason), { once: true });
  });
  return Promise.race([readUpTo(maxBytes, stdin), stopped]);
}

/**
 * Returns the bytes of a stream. If the stream exceeds `maxBytes`, stops reading and returns a prefix that is longer
 * than `maxBytes`, so that the caller can detect the excess.
 */
export async function readUpTo(
  maxBytes: number,
  stream: AsyncIterable<Buffer | string>,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

async function fromFile(option: string, path: string, maxBytes: number): Promise<Buffer> {
  try {
    return await readUpTo(maxBytes, createReadStream(path));
  } catch (error) {
    throw invalidInput(
      `waypost cannot read the file for ${option}: ${whyUnreadable(error)}.`,
      `Set ${option} to the path of a file, or to - for standard input.`,
    );
  }
}

/** Returns the reason why a file cannot be read, for use in an error message. */
export function whyUnreadable(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return 'there is no such file';
  if (hasCode(error, 'EACCES', 'EPERM')) return 'you do not have permission to read it';
  if (hasCode(error, 'EISDIR')) return 'it is a directory';
  return error instanceof Error ? error.message : String(error);
}

/** The maximum length of standard input that contains credentials, in bytes. */
const maxSecretBytes = 64 * 1024;

/**
 * Returns the trimmed lines of standard input. Throws `invalid_input` if standard input is a terminal, which would show
 * the typed text, or if the input is longer than credentials can be. Throws the abort reason if `interrupted` is
 * aborted.
 */
export async function readSecretLines(system: System): Promise<string[]> {
  if (system.stdin.isTTY) {
    throw invalidInput(
      'Standard input is a terminal, which would show the secret as you type it.',
      'Pipe the secret in, or remove the option and type the secret at the masked prompt.',
    );
  }
  const bytes = await piped(system, maxSecretBytes);
  if (bytes.length > maxSecretBytes) {
    throw invalidInput(
      'Standard input is too long to contain only keys.',
      'Pipe in only the keys, one per line.',
    );
  }
  return bytes
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.trim());
}
