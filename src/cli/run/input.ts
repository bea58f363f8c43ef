// Reads text from a file or from standard input; piped secrets too, so that none needs to be on the command line.
import { createReadStream } from 'node:fs';
import { invalidInput } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import type { System } from './system';

interface InputDependencies {
  system: System;
  credentials: { readsSecrets: boolean };
}

/**
 * The text of a file, or of standard input for `-`, unchanged. Throws `invalid_input` if it cannot be read,
 * is not UTF-8 or has more than `maxBytes` bytes.
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
    throw invalidInput(`The input of ${option} is not UTF-8 text.`, 'Save it in UTF-8.');
  }
}

/** As `readInputText`, for bytes of any kind. */
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
    throw invalidInput(`The input of ${option} is too large.`, `It has at most ${maxBytes} bytes.`);
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
      `Standard input cannot provide both a key and the input of ${option}.`,
      `Give ${option} a file, or the key in WAYPOST_API_KEY or WAYPOST_USER_TOKEN.`,
    );
  }
  if (system.stdin.isTTY) {
    throw invalidInput(
      `Nothing is piped into ${option} -.`,
      `Pipe it in, or give ${option} a file.`,
    );
  }
  return piped(system, maxBytes);
}

/** Standard input, or its beginning where it has more than `maxBytes`. Throws the signal's reason once it aborts. */
async function piped({ stdin, interrupted }: System, maxBytes: number): Promise<Buffer> {
  const stopped = new Promise<never>((_, reject) => {
    interrupted.addEventListener('abort', () => reject(interrupted.reason), { once: true });
  });
  return Promise.race([readUpTo(maxBytes, stdin), stopped]);
}

/** The bytes of a stream; of a longer one its beginning, at least a byte more than `maxBytes`. */
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
      `The file of ${option} cannot be read: ${whyUnreadable(error)}.`,
      `Give ${option} the path of a file, or - for standard input.`,
    );
  }
}

/** Why a file cannot be read, in words. */
export function whyUnreadable(error: unknown): string {
  if (hasCode(error, 'ENOENT')) return 'there is no such file';
  if (hasCode(error, 'EACCES', 'EPERM')) return 'it may not be read';
  if (hasCode(error, 'EISDIR')) return 'it is a directory';
  return error instanceof Error ? error.message : String(error);
}

/** No credentials are longer, in bytes. */
const maxSecretBytes = 64 * 1024;

/**
 * The lines of standard input, trimmed. Throws `invalid_input` if it is a terminal (typed text would be
 * visible), or longer than any credentials, and the signal's reason once it aborts.
 */
export async function readSecretLines(system: System): Promise<string[]> {
  if (system.stdin.isTTY) {
    throw invalidInput(
      'Standard input is a terminal, where what is typed would show.',
      'Pipe the secret in, or omit the option and type it at the masked prompt.',
    );
  }
  const bytes = await piped(system, maxSecretBytes);
  if (bytes.length > maxSecretBytes) {
    throw invalidInput(
      'Standard input holds more than credentials.',
      'Pipe in the key alone, one a line.',
    );
  }
  return bytes
    .toString()
    .replace(/^\ufeff/, '')
    .split('\n')
    .map((line) => line.trim());
}
