// Remembers answers, because people and their programs ask for the same few beginnings all the time.

/** The most recently used answers, as many as fit. */
export class Cache<Key, T> {
  readonly #kept = new Map<Key, T>();

  /** @param capacity number of answers that are kept */
  constructor(readonly capacity: number) {}

  /** The answer for this key, and a note that it was used. */
  get(key: Key): T | undefined {
    const answer = this.#kept.get(key);
    if (answer !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, answer);
    }
    return answer;
  }

  /** Keeps an answer; the one unused for longest makes room. */
  set(key: Key, answer: T): void {
    this.#kept.set(key, answer);
    if (this.#kept.size <= this.capacity) return;
    const oldest = this.#kept.keys().next();
    if (!oldest.done) this.#kept.delete(oldest.value);
  }
}
