// The answers of a batch as they come, one line each, on the disk before anything else is done with them:
// what was paid for is never asked for again. The order is that of the answers; the output is made of it
// when there are no more.
import { closeSync, fdatasync, openSync, writeSync } from 'node:fs';
import { jsonText } from '../lib/exact-json';
import { outputWriteFailed } from '../lib/output-write-failed';
import { type JournalHead, journalVersion } from './journal-lines';
import type { AnsweredRow } from './row';

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
    journal.#write({ waypost: 'batch', version: journalVersion, ...head });
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
      throw outputWriteFailed(this.#path, error);
    }
  }

  #checkFailure(): void {
    if (this.#failure !== undefined) throw outputWriteFailed(this.#path, this.#failure);
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

function opened(path: string, flags: 'w' | 'a'): number {
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    throw outputWriteFailed(path, error);
  }
}
