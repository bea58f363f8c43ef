// Remembers answers, because people and their programs ask for the same few beginnings all the time.

/** The most recently used answers, as many as fit. */
export class Answers<T> {
  readonly #answers = new Map<string, T>();

  /** @param capacity number of answers that are kept */
  constructor(readonly capacity: number) {}

  /** The answer for this key, and a note that it was used. */
  get(key: string): T | undefined {
    const answer = this.#answers.get(key);
    if (answer !== undefined) {
      this.#answers.delete(key);
      this.#answers.set(key, answer);
    }
    return answer;
  }

  /** Keeps an answer; the one unused for longest makes room. */
  set(key: string, answer: T): void {
    this.#answers.set(key, answer);
    if (this.#answers.size <= this.capacity) return;
    const oldest = this.#answers.keys().next();
    if (!oldest.done) this.#answers.delete(oldest.value);
  }
}
