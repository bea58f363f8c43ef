// The bytes of a batch's file or of standard input.
import { createReadStream, type Stats, statSync } from 'node:fs';
import { invalidInput } from '../../lib/errors';
import type { Context } from '../run/context';
import { whyUnreadable } from '../run/input';

/** An input. */
export class Source {
  readonly #context: Context;
  readonly #path: string;
  /** Its length in bytes; undefined if it is not known. */
  readonly size: number | undefined;

  /** Throws `invalid_input` if there is nothing to read. */
  constructor(context: Context, path: string) {
    this.#context = context;
    this.#path = path;
    if (path === '-') checkInput(context);
    else this.size = sizeOf(path);
  }

  /** The bytes. Throws `invalid_input` if they cannot be read. */
  async *bytes(): AsyncGenerator<Uint8Array | string, void> {
    const stream = this.#path === '-' ? this.#context.world.stdin : createReadStream(this.#path);
    try {
      for await (const chunk of stream) yield chunk;
    } catch (error) {
      throw unreadable(this.#path, error);
    }
  }
}

function checkInput({ world, readsSecrets }: Context): void {
  if (readsSecrets) {
    throw invalidInput(
      'Standard input cannot provide both a key and the rows.',
      'Give --file a file, or the key in WAYPOST_API_KEY.',
    );
  }
  if (world.stdin.isTTY) {
    throw invalidInput('Nothing is piped into --file -.', 'Pipe the rows in, or name a file.');
  }
}

function sizeOf(path: string): number | undefined {
  let found: Stats;
  try {
    found = statSync(path);
  } catch (error) {
    throw unreadable(path, error);
  }
  if (found.isDirectory()) throw invalidInput(`${path} is a directory.`, 'Name a file in it.');
  return found.isFile() ? found.size : undefined;
}

function unreadable(path: string, error: unknown): Error {
  return invalidInput(
    `${path} cannot be read: ${whyUnreadable(error)}.`,
    'Check the path of --file.',
  );
}
