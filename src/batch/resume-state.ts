// The state that earlier runs of a batch left: which rows are answered, and whether the input is still the
// same. Only digests of the rows are kept, so that memory stays small. Rows arrive nearly in order, so few wait
// until those before them are there.
import { createHash, type Hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { DigestTable } from './digest-table';
import { type JournalHead, type JournalLine, readJournal } from './journal-lines';
import { batchRefused } from './reasons';
import {
  type AnsweredRow,
  answeredRows,
  type Counts,
  countRow,
  type InputRow,
  type Judge,
  noCounts,
  type RowInput,
} from './row';

export class ResumeState {
  /** Requests without an answer when a run ended are in doubt. */
  readonly counts: Counts = noCounts();
  head: JournalHead | undefined;
  /** Positions of the answers to requests in the journal, by the digests of the requests. */
  readonly answers = new DigestTable();
  /** Whether every row was answered, so that only the output may be missing. */
  isComplete = false;
  readonly #rows = new Order<{ number: number; digest: string }>();
  /** Requests of a run without any later note, by their rows. */
  readonly #underway = new Set<number>();
  /** Rows without an answer that may have been billed. */
  readonly #inDoubt = new Set<number>();
  readonly #answered: Hash = createHash('sha256');
  readonly #read: Hash = createHash('sha256');
  readonly #judge: Judge;
  #last = 0;

  constructor(judge: Judge = () => '') {
    this.#judge = judge;
  }

  /** Reads the journal, and the file of answers that could not be written into it, where there is one. */
  static async from(path: string, judge: Judge, rescuePath?: string): Promise<ResumeState> {
    const state = new ResumeState(judge);
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
   * Whether a row is answered. Rows are checked in order, each once. Throws `invalid_input` if the input has
   * changed.
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

  /** Whether a row without an answer may have been billed already. True only once. */
  takeInDoubt(number: number): boolean {
    return this.#inDoubt.delete(number);
  }

  /** Throws `invalid_input` if the input ends before the last answered row. */
  checkEnd(rows: number): void {
    if (rows < this.#last) throw notTheSame('The number of rows');
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
    countRow(this.counts, row, this.#judge);
    this.#last = Math.max(this.#last, row.number);
    const digested = { number: row.number, digest: rowDigest(row.input) };
    for (const { digest } of this.#rows.take(digested)) this.#answered.update(digest);
  }
}

function rowDigest(input: RowInput): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64');
}

function notTheSame(what: string): Error {
  return batchRefused('input_differs', `${what} differs from what was answered before.`);
}

/** Rows that came before their turn. */
export class Order<Row extends { number: number }> {
  readonly #early = new Map<number, Row>();
  #next = 1;

  /** Takes a row; returns the rows whose turn it is. A row that was returned already is skipped. */
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

  /** Rows that wait for rows that never came, in order. */
  *rest(): Generator<Row> {
    yield* [...this.#early.values()].sort((a, b) => a.number - b.number);
    this.#early.clear();
  }

  /** Rows returned so far. */
  get given(): number {
    return this.#next - 1;
  }

  has(number: number): boolean {
    return number < this.#next || this.#early.has(number);
  }

  /** A row that waits for its turn. */
  waiting(number: number): Row | undefined {
    return this.#early.get(number);
  }
}
