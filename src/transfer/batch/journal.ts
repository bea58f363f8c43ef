// The answers of a batch as they come, one line each, on the disk before anything else is done with them:
// what was paid for is never asked for again. The order is that of the answers; the output is made of it
// when there are no more.
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { invalidInput, type WaypostError } from '../../contract/errors';
import { jsonText, parseJson } from '../../contract/exact-json';
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
  /** Whether the last line may be half there. */
  #isTorn: boolean;
  #dirty = false;
  #syncing: Promise<void> | undefined;
  #failure: unknown;

  private constructor(path: string, handle: number, isTorn: boolean) {
    this.#path = path;
    this.#handle = handle;
    this.#isTorn = isTorn;
  }

  /** Begins a new journal; one that is there is lost. */
  static begin(path: string, head: JournalHead): Journal {
    const journal = new Journal(path, opened(path, 'w'), false);
    journal.#write({ waypost: 'batch', version, ...head });
    return journal;
  }

  /** Goes on with a journal. */
  static resume(path: string): Journal {
    const journal = new Journal(path, opened(path, 'a'), true);
    journal.#write({ run: 'again' });
    return journal;
  }

  /** Notes that a request for a row is about to go out. */
  sent(number: number): void {
    this.#write({ s: number });
  }

  /** Notes that it went out and no answer came: it may have been billed. */
  lost(number: number): void {
    this.#write({ l: number });
  }

  /** Notes that it was provably not billed. */
  refused(number: number): void {
    this.#write({ r: number });
  }

  /** Notes a row's answer. It survives the process at once, and a power cut a moment later. */
  answered({ number, kept, answer }: AnsweredRow): void {
    this.#write({ n: number, k: kept, ...answer });
    this.#syncSoon();
  }

  /** Notes that every row is answered, and the output about to be put in its place. */
  complete(): void {
    this.#write({ complete: true });
  }

  /** Resolves when everything is on the disk. */
  async sync(): Promise<void> {
    while (this.#syncing !== undefined) await this.#syncing;
    this.#checkFailure();
  }

  close(): void {
    closeSync(this.#handle);
  }

  #write(line: object): void {
    this.#checkFailure();
    const bytes = Buffer.from(`${this.#isTorn ? '\n' : ''}${jsonText(line)}\n`);
    try {
      this.#isTorn = true;
      for (let done = 0; done < bytes.length; ) done += writeSync(this.#handle, bytes, done);
      this.#isTorn = false;
    } catch (error) {
      throw writeFailed(this.#path, error);
    }
  }

  #checkFailure(): void {
    if (this.#failure !== undefined) throw writeFailed(this.#path, this.#failure);
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
          // What is not on the disk now never may be: nothing more is to be paid for.
          if (error !== null) this.#failure = error;
          resolve();
        });
      });
    }
    this.#syncing = undefined;
  }
}

/** A line of a journal: its first, the beginning of a further run, what became of a row, or the end. */
export type JournalLine =
  | { kind: 'head'; head: JournalHead }
  | { kind: 'run' }
  | { kind: 'sent'; number: number }
  | { kind: 'lost'; number: number }
  | { kind: 'refused'; number: number }
  | { kind: 'answered'; row: AnsweredRow }
  | { kind: 'complete' };

/**
 * Reads a journal from its beginning. Lines that a kill cut off are passed over. Throws `invalid_input`
 * where it holds answers, and not in a way that is known: they were paid for.
 */
export async function* readJournal(path: string): AsyncGenerator<JournalLine, void> {
  const file = await open(path, 'r');
  let hasHead = false;
  try {
    for await (const text of file.readLines()) {
      const line = lineOf(text);
      if (line === undefined) continue;
      hasHead ||= line.kind === 'head';
      if (!hasHead) throw notUnderstood(path);
      yield line;
    }
  } finally {
    await file.close();
  }
}

function notUnderstood(path: string): WaypostError {
  return invalidInput(
    `The answers of an earlier run in ${path} cannot be understood.`,
    'Go on with the version of waypost that wrote them, or begin again with --force and without --resume.',
  );
}

function lineOf(text: string): JournalLine | undefined {
  const line = membersOf(text);
  if (line === undefined) return undefined;
  if (line.waypost !== undefined) return headOf(line) ?? { kind: 'run' };
  if (line.run !== undefined) return { kind: 'run' };
  if (line.complete !== undefined) return { kind: 'complete' };
  if (typeof line.s === 'number') return { kind: 'sent', number: line.s };
  if (typeof line.l === 'number') return { kind: 'lost', number: line.l };
  if (typeof line.r === 'number') return { kind: 'refused', number: line.r };
  const { n: number, k: kept, cost, result, error } = line;
  if (typeof number !== 'number' || typeof cost !== 'number' || !isKept(kept)) return undefined;
  const answer = isRowError(error) ? { error, cost } : { result, cost };
  return { kind: 'answered', row: { number, kept, answer } };
}

function headOf({
  waypost,
  version: written,
  identity,
  header,
}: Record<string, unknown>): JournalLine | undefined {
  if (waypost !== 'batch' || written !== version) return undefined;
  if (typeof identity !== 'object' || identity === null) return undefined;
  if (header !== undefined && !isCells(header)) return undefined;
  return { kind: 'head', head: { identity: Object.fromEntries(Object.entries(identity)), header } };
}

function membersOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
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
