// The answers of a batch as they come, one line each, on the disk before anything else is done with them:
// what was paid for is never asked for again. The order is that of the answers; the output is made of it
// when there are no more.
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { writeFailed } from '../write-failed';
import type { AnsweredRow, Kept, RowError } from './row';

const version = 1;

/** What a run must have in common with the one it goes on from. No secrets. */
export type BatchIdentity = Readonly<Record<string, string | readonly string[]>>;

/** First line: what the answers are answers to. */
export interface JournalHead {
  identity: BatchIdentity;
  /** Names of the input's columns, where it has any. */
  header: readonly string[] | undefined;
}

/** A journal that is being written. Every method throws `write_failed`. */
export class Journal {
  readonly #path: string;
  readonly #handle: number;
  #dirty = false;
  #syncing: Promise<void> | undefined;
  #failure: unknown;

  private constructor(path: string, handle: number) {
    this.#path = path;
    this.#handle = handle;
  }

  /** Begins a new journal; one that is there is lost. */
  static begin(path: string, head: JournalHead): Journal {
    const journal = new Journal(path, opened(path, 'w'));
    journal.#write({ waypost: 'batch', version, ...head });
    return journal;
  }

  /** Goes on with a journal. */
  static resume(path: string): Journal {
    const journal = new Journal(path, opened(path, 'a'));
    // A run that was killed may have left half a line.
    journal.#append('\n');
    journal.#write({ run: 'again' });
    return journal;
  }

  /** Notes that a row is about to be asked for. */
  sent(number: number): void {
    this.#write({ s: number });
  }

  /** Notes that a row went out and no answer came. */
  lost(number: number): void {
    this.#write({ l: number });
  }

  /** Notes a row's answer. It survives the process at once, and a power cut a moment later. */
  answered({ number, kept, answer }: AnsweredRow): void {
    this.#write({ n: number, k: kept, ...answer });
    this.#syncSoon();
  }

  /** Resolves when everything is on the disk, and closes the file. */
  async close(): Promise<void> {
    while (this.#syncing !== undefined) await this.#syncing;
    closeSync(this.#handle);
    if (this.#failure !== undefined) throw writeFailed(this.#path, this.#failure);
  }

  #write(line: object): void {
    this.#append(`${JSON.stringify(line)}\n`);
  }

  #append(text: string): void {
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done);
    } catch (error) {
      throw writeFailed(this.#path, error);
    }
  }

  /** One at a time; what is written meanwhile goes with the next. */
  #syncSoon(): void {
    this.#dirty = true;
    this.#syncing ??= this.#sync();
  }

  async #sync(): Promise<void> {
    while (this.#dirty && this.#failure === undefined) {
      this.#dirty = false;
      await new Promise<void>((resolve) => {
        fdatasync(this.#handle, (error) => {
          if (error !== null) this.#failure = error;
          resolve();
        });
      });
    }
    this.#syncing = undefined;
  }
}

/** A line of a journal: its first, the beginning of a further run, or what became of a row. */
export type JournalLine =
  | { kind: 'head'; head: JournalHead }
  | { kind: 'run' }
  | { kind: 'sent'; number: number }
  | { kind: 'lost'; number: number }
  | { kind: 'answered'; row: AnsweredRow };

/** Reads a journal from its beginning. Lines that a kill cut off are passed over. */
export async function* readJournal(path: string): AsyncGenerator<JournalLine, void> {
  const file = await open(path, 'r');
  try {
    for await (const text of file.readLines()) {
      const line = lineOf(text);
      if (line !== undefined) yield line;
    }
  } finally {
    await file.close();
  }
}

function lineOf(text: string): JournalLine | undefined {
  const line = membersOf(text);
  if (line === undefined) return undefined;
  if (line.waypost === 'batch' && line.version === version) return headOf(line);
  if (line.run !== undefined) return { kind: 'run' };
  if (typeof line.l === 'number') return { kind: 'lost', number: line.l };
  if (typeof line.s === 'number') return { kind: 'sent', number: line.s };
  const { n: number, k: kept, cost, result, error } = line;
  if (typeof number !== 'number' || typeof cost !== 'number' || !isKept(kept)) return undefined;
  const answer = isRowError(error) ? { error, cost } : { result, cost };
  return { kind: 'answered', row: { number, kept, answer } };
}

function headOf({ identity, header }: Record<string, unknown>): JournalLine | undefined {
  if (typeof identity !== 'object' || identity === null) return undefined;
  if (header !== undefined && !isCells(header)) return undefined;
  return { kind: 'head', head: { identity: Object.fromEntries(Object.entries(identity)), header } };
}

function membersOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value))
      : undefined;
  } catch {
    return undefined;
  }
}

function isCells(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'string');
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'string' || isCells(value);
}

function isRowError(value: unknown): value is RowError {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

function opened(path: string, flags: 'w' | 'a'): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw writeFailed(path, error);
  }
}
