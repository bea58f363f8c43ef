// The answers of a batch in the order of their arrival, one line each, on the disk before anything else is
// done with them: a paid lookup is never repeated. The output is made from the journal at the end.
import { randomBytes } from 'node:crypto';
import { closeSync, constants, fdatasync, fstatSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WaypostError } from '../lib/errors';
import { checkResumable } from '../lib/sealed-state';
import { outputWriteFailed, writingOutput } from '../lib/system-error';
import { DigestTable } from './digest-table';
import {
  answerIn,
  type JournalHead,
  type JournalLine,
  journalLine,
  journalVersion,
  lineAt,
  openJournal,
  readJournal,
} from './journal-lines';
import type { BatchReason } from './reasons';
import { Reserve } from './reserve';
import type { AnsweredRow, RowAnswer } from './row';

const appending = constants.O_RDWR | constants.O_APPEND;

/** Room that is kept for the first answer, while it is not known how long answers are. */
const roomForFirst = 4096;
/** Least room that is kept for each further one; twice the longest so far, where that is more. */
const minRoom = 512;

/** An open journal. Every method throws `write_failed`. */
export class Journal {
  readonly #path: string;
  readonly #handle: number;
  /** Positions of the answers to requests, by the digests of the requests. */
  readonly #answers: DigestTable;
  /** Rows that were sent and have no answer yet. */
  readonly #underway = new Set<number>();
  /** Room for their answers. */
  readonly #reserve: Reserve;
  /** Length of the longest answer of this run. */
  #longest = 0;
  #length: number;
  /** Whether the last line may be incomplete. */
  #isTorn = false;
  /** Whether it must survive a power failure. */
  #lasts = true;
  #dirty = false;
  #syncing: Promise<void> | undefined;
  #failure: unknown;

  private constructor(path: string, handle: number, answers = new DigestTable()) {
    this.#path = path;
    this.#handle = handle;
    this.#answers = answers;
    this.#reserve = new Reserve(`${path}-reserve`);
    this.#length = fstatSync(handle).size;
  }

  /** Begins a new journal and replaces an existing one. Throws if a later run would refuse it. */
  static create(path: string, head: JournalHead): Journal {
    const journal = new Journal(path, created(path));
    try {
      journal.#write({ waypost: 'batch', version: journalVersion, ...head });
      checkResumable(path);
      return journal;
    } catch (error) {
      journal.close();
      rmSync(path, { force: true });
      throw error;
    }
  }

  /** Continues a journal with known answers. */
  static resume(path: string, answers: DigestTable): Journal {
    const journal = Journal.reopen(path, answers);
    journal.#write({ run: 'again' });
    return journal;
  }

  /** Opens a journal to add what belongs to its last run. */
  static reopen(path: string, answers?: DigestTable): Journal {
    const journal = new Journal(path, openJournal(path, appending), answers);
    journal.#isTorn = true;
    return journal;
  }

  /** A temporary journal for the answers to requests of this run. */
  static temporary(): Journal {
    const path = join(tmpdir(), `waypost-answers-${randomBytes(8).toString('hex')}`);
    const journal = new Journal(path, createdTemporary(path));
    journal.#lasts = false;
    // It is removed with the process, however that ends.
    rmSync(path, { force: true });
    return journal;
  }

  /** Notes that a request for a row is about to be sent, once there is room for its answer too. */
  sent(number: number): void {
    this.#keepRoom(this.#underway.size + 1);
    this.#write({ s: number });
    this.#underway.add(number);
  }

  /** Notes that it was sent and no answer came: it may have been billed. */
  lost(number: number): void {
    this.#writeFate(number, { l: number });
  }

  /** Notes that it was provably not billed. */
  refused(number: number): void {
    this.#writeFate(number, { r: number });
  }

  /** Notes a row's answer. It survives the process at once, and a power failure a moment later. */
  answered({ number, input, digest, answer }: AnsweredRow): void {
    const isFirst = digest !== undefined && !this.knows(digest);
    const line = { n: number, k: input, ...(isFirst ? { q: digest } : {}), ...answer };
    const at = this.#writeFate(number, line);
    this.#longest = Math.max(this.#longest, this.#length - at);
    if (isFirst) this.#answers.set(digest, at);
    if (this.#lasts) this.#syncSoon();
  }

  knows(digest: string): boolean {
    return this.#answers.get(digest) !== undefined;
  }

  answerTo(digest: string): RowAnswer | undefined {
    const at = this.#answers.get(digest);
    if (at === undefined) return undefined;
    return writingOutput(this.#path, () => answerIn(lineAt(this.#handle, at)));
  }

  /** Everything in it, whatever has become of its path. */
  lines(): AsyncGenerator<JournalLine, void> {
    return readJournal(this.#path, this.#handle);
  }

  /** Notes that every row is answered, before the output replaces the target. */
  complete(): void {
    this.#write({ complete: true });
  }

  /** No more requests are sent: gives back the room that was kept for their answers. */
  releaseRoom(): void {
    this.#reserve.release();
  }

  /** Resolves when everything is on the disk. */
  async sync(): Promise<void> {
    while (this.#syncing !== undefined) await this.#syncing;
    this.#checkFailure();
  }

  close(): void {
    this.#reserve.close();
    closeSync(this.#handle);
  }

  #keepRoom(answers: number): void {
    const each = this.#longest === 0 ? roomForFirst : Math.max(minRoom, 2 * this.#longest);
    writingOutput(this.#path, () => this.#reserve.ensure(answers * each));
  }

  /** Writes what became of a row. One that was sent may use the room that was kept for it. */
  #writeFate(number: number, line: object): number {
    const wasSent = this.#underway.delete(number);
    try {
      return this.#write(line);
    } catch (error) {
      if (!wasSent || !this.#reserve.release()) throw error;
      return this.#write(line);
    }
  }

  #write(line: object): number {
    this.#checkFailure();
    if (this.#isTorn) this.#append(`\n${journalLine({ torn: true })}`);
    return this.#append(journalLine(line));
  }

  #append(text: string): number {
    const bytes = Buffer.from(text);
    const at = this.#length;
    try {
      this.#isTorn = true;
      for (let done = 0; done < bytes.length; ) {
        const written = writeSync(this.#handle, bytes, done);
        done += written;
        this.#length += written;
      }
      this.#isTorn = false;
      return at;
    } catch (error) {
      throw outputWriteFailed(this.#path, error);
    }
  }

  #checkFailure(): void {
    if (this.#failure !== undefined) throw outputWriteFailed(this.#path, this.#failure);
  }

  /** One sync at a time; lines written meanwhile belong to the next. */
  #syncSoon(): void {
    this.#dirty = true;
    this.#syncing ??= this.#sync();
  }

  async #sync(): Promise<void> {
    while (this.#dirty && this.#failure === undefined) {
      this.#dirty = false;
      await new Promise<void>((resolve) => {
        fdatasync(this.#handle, (error) => {
          // After a failed sync the lines may never reach the disk: no more lookups may be paid for.
          if (error !== null) this.#failure = error;
          resolve();
        });
      });
    }
    this.#syncing = undefined;
  }
}

function createdTemporary(path: string): number {
  try {
    return created(path);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    throw error.with({ reason: 'shared_answers' satisfies BatchReason });
  }
}

function created(path: string): number {
  return writingOutput(path, () => {
    rmSync(path, { force: true });
    return openSync(path, appending | constants.O_CREAT | constants.O_EXCL, 0o600);
  });
}
