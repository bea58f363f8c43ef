// Puts answered rows back into the order of the input. They arrive nearly in order, so few wait at a time.

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

  /** Whether a row was taken. */
  has(number: number): boolean {
    return number < this.#next || this.#early.has(number);
  }

  /** A row that waits for its turn. */
  waiting(number: number): Row | undefined {
    return this.#early.get(number);
  }
}
