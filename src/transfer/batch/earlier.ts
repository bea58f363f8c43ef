// What earlier runs of a batch left behind: which rows are answered, and whether the input is still the
// same. Of the rows themselves only digests are kept, so that the memory does not grow with them.
import { createHash, type Hash } from 'node:crypto';
import { invalidInput } from '../../contract/errors';
import { type JournalHead, readJournal } from './journal';
import { Order } from './order';
import type { AnsweredRow, InputRow, Kept } from './row';

/** Counts of answered rows. */
export interface Tally {
  succeeded: number;
  failed: number;
  /** Lookups consumed. */
  lookups: number;
}

/** Counts one more row. */
export function count(tally: Tally, { answer }: AnsweredRow): void {
  if ('error' in answer) tally.failed += 1;
  else tally.succeeded += 1;
  tally.lookups += answer.cost;
}

/** What the earlier runs answered. */
export class Earlier {
  readonly tally: Tally = { succeeded: 0, failed: 0, lookups: 0 };
  head: JournalHead | undefined;
  readonly #rows = new Order<{ number: number; digest: string }>();
  readonly #sent = new Set<number>();
  #inDoubt = 0;
  readonly #answered: Hash = createHash('sha256');
  readonly #read: Hash = createHash('sha256');

  /** Reads a journal. */
  static async from(path: string): Promise<Earlier> {
    const earlier = new Earlier();
    for await (const line of readJournal(path)) {
      if (line.kind === 'head') earlier.head = line.head;
      else if (line.kind === 'run') earlier.#runEnded();
      else if (line.kind === 'sent') earlier.#sent.add(line.number);
      else if (line.kind === 'lost') earlier.#lost(line.number);
      else earlier.#note(line.row);
    }
    earlier.#runEnded();
    return earlier;
  }

  /** Rows that are answered. */
  get answered(): number {
    return this.tally.succeeded + this.tally.failed;
  }

  /** Requests that went out and whose answer never came: each may have been billed. */
  get inDoubt(): number {
    return this.#inDoubt;
  }

  /**
   * Whether a row is answered. Rows are asked about in order, each once. Throws `invalid_input` where the
   * input is no longer the one that was answered.
   */
  has({ number, kept }: InputRow): boolean {
    if (!this.#rows.has(number)) return false;
    const digest = digestOf(kept);
    if (number > this.#rows.given) {
      if (this.#rows.waiting(number)?.digest !== digest) throw notTheSame(`Row ${number}`);
      return true;
    }
    this.#read.update(digest);
    if (number === this.#rows.given && this.#read.digest('hex') !== this.#answered.digest('hex')) {
      throw notTheSame(`One of the first ${number} rows`);
    }
    return true;
  }

  /** Throws `invalid_input` where the input has fewer rows than are answered. */
  checkEnd(rows: number): void {
    if (rows < this.#rows.given) throw notTheSame('The number of rows');
  }

  /** What was under way when a run ended was never answered. */
  #runEnded(): void {
    this.#inDoubt += this.#sent.size;
    this.#sent.clear();
  }

  #lost(number: number): void {
    this.#inDoubt += 1;
    this.#sent.delete(number);
  }

  #note(row: AnsweredRow): void {
    this.#sent.delete(row.number);
    if (this.#rows.has(row.number)) return;
    count(this.tally, row);
    const digested = { number: row.number, digest: digestOf(row.kept) };
    for (const { digest } of this.#rows.take(digested)) this.#answered.update(digest);
  }
}

function digestOf(kept: Kept): string {
  return createHash('sha256').update(JSON.stringify(kept)).digest('base64');
}

function notTheSame(what: string): Error {
  return invalidInput(
    `${what} differs from what was answered before.`,
    'Give the same input as then, or leave --resume out to begin again.',
  );
}
