// The state of earlier runs of a batch. `ResumeState` records which rows have a result or an error, and detects changes
// in the input. To save memory, `ResumeState` combines the digests of consecutive rows into one digest. Rows arrive
// almost in order, so `ResumeState` keeps separate digests for only a few rows.
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DigestTable } from './digest-table';
import { type JournalHead, type JournalLine, readJournal } from './journal-lines';
import { batchRefused } from './reasons';
import {
  type AnsweredRow,
  answeredRows,
  type BatchCounts,
  countRow,
  type InputRow,
  noCounts,
  type ResultOutcome,
  type RowInput,
} from './row';

export class ResumeState {
  /**
   * The counts of the earlier runs. A request is in doubt if the service might have billed the request but waypost did
   * not receive the result.
   */
  readonly counts: BatchCounts = noCounts();
  head: JournalHead | undefined;
  /** The positions of the results in the journal, by the digests of the requests. */
  readonly answers = new DigestTable();
  /**
   * True if every row has a result or an error. In this case, all results are stored, but the output file might be
   * missing.
   */
  isComplete = false;
  readonly #rows = new Order<{ number: number; digest: string }>();
  /** The numbers of the rows whose request was sent and whose outcome the journal does not contain yet. */
  readonly #underway = new Set<number>();
  /** The numbers of the rows that have no result although the service might have billed their requests. */
  readonly #inDoubt = new Set<number>();
  readonly #answered: Hash = createHash('sha256');
  readonly #read: Hash = createHash('sha256');
  readonly #resultOutcome: ResultOutcome;
  #last = 0;

  constructor(resultOutcome: ResultOutcome = () => '') {
    this.#resultOutcome = resultOutcome;
  }

  /** Reads the journal, and the file of rescued results if it exists. */
  static async from(
    path: string,
    resultOutcome: ResultOutcome,
    rescuePath?: string,
  ): Promise<ResumeState> {
    const state = new ResumeState(resultOutcome);
    for (const file of [path, rescuePath]) {
      if (file === undefined || !existsSync(file)) continue;
      for await (const line of readJournal(file)) state.#take(line);
    }
    state.#runEnded();
    return state;
  }

  get answered(): number {
    return answeredRows(this.counts);
  }

  get isEmpty(): boolean {
    return this.#last === 0 && this.counts.inDoubt === 0;
  }

  /**
   * True if an earlier run stored a result or an error for the row. The caller must call this method exactly once for
   * each row, in order. Throws `invalid_input` if the input has changed.
   */
  has({ number, input }: InputRow): boolean {
    if (!this.#rows.has(number)) return false;
    const digest = rowDigest(input);
    if (number > this.#rows.given) {
      if (this.#rows.waiting(number)?.digest !== digest) throw notTheSame(`Row ${number}`);
      return true;
    }
    this.#read.update(digest);
    if (number === this.#rows.given && this.#read.digest('hex') !== this.#answered.digest('hex')) {
      throw notTheSame(number === 1 ? 'Row 1' : `One of the first ${number} rows`);
    }
    return true;
  }

  /**
   * Returns true if the row has no result although the service might have billed its request. Returns true only once
   * for each row.
   */
  takeInDoubt(number: number): boolean {
    return this.#inDoubt.delete(number);
  }

  /**
   * Throws `invalid_input` if the input ends before the last row for which an earlier run stored a result or an error.
   */
  checkEnd(rows: number): void {
    if (rows < this.#last) throw inputDiffers('The input has fewer rows than in the earlier run.');
  }

  #take(line: JournalLine): void {
    switch (line.kind) {
      case 'head':
        this.head = line.head;
        break;
      case 'run':
        this.#runEnded();
        break;
      case 'sent':
        this.#underway.add(line.number);
        break;
      case 'lost':
        this.#underway.delete(line.number);
        this.#inDoubt.add(line.number);
        this.counts.inDoubt += 1;
        break;
      case 'refused':
        this.#underway.delete(line.number);
        break;
      case 'answered':
        this.#note(line.row, line.at);
        break;
      case 'complete':
        this.isComplete = true;
    }
  }

  #runEnded(): void {
    this.counts.inDoubt += this.#underway.size;
    for (const number of this.#underway) this.#inDoubt.add(number);
    this.#underway.clear();
  }

  #note(row: AnsweredRow, at: number): void {
    this.#underway.delete(row.number);
    this.#inDoubt.delete(row.number);
    const { digest: request } = row;
    if (request !== undefined && this.answers.get(request) === undefined) {
      this.answers.set(request, at);
    }
    if (this.#rows.has(row.number)) return;
    countRow(this.counts, row, this.#resultOutcome);
    this.#last = Math.max(this.#last, row.number);
    const digested = { number: row.number, digest: rowDigest(row.input) };
    for (const { digest } of this.#rows.take(digested)) this.#answered.update(digest);
  }
}

function rowDigest(input: RowInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}

function notTheSame(what: string): Error {
  return inputDiffers(`${what} has changed since the earlier run.`);
}

function inputDiffers(message: string): Error {
  return batchRefused('input_differs', message);
}

/** Sorts rows by number. Keeps each row until all earlier rows have arrived. */
export class Order<Row extends { number: number }> {
  readonly #early = new Map<number, Row>();
  #next = 1;

  /**
   * Adds a row. Returns all rows that no longer wait for an earlier row, in order. Ignores a row that was already
   * returned.
   */
  *take(row: Row): Generator<Row> {
    if (row.number < this.#next) return;
    this.#early.set(row.number, row);
    for (let turn = this.#early.get(this.#next); turn !== undefined; ) {
      this.#early.delete(this.#next);
      this.#next += 1;
      yield turn;
      turn = this.#early.get(this.#next);
    }
  }

  /** Returns the remaining rows in order, even if earlier rows are missing. */
  *rest(): Generator<Row> {
    yield* [...this.#early.values()].sort((a, b) => a.number - b.number);
    this.#early.clear();
  }

  /** The number of rows that were returned. */
  get given(): number {
    return this.#next - 1;
  }

  has(number: number): boolean {
    return number < this.#next || this.#early.has(number);
  }

  /** Returns the row with this number, or undefined if the row does not wait for earlier rows. */
  waiting(number: number): Row | undefined {
    return this.#early.get(number);
  }
}
