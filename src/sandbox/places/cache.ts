// Caches answers, because people and their programs repeat the same few beginnings.

/** The most recently used answers, as many as fit. */
export class Cache<Key, T> {
  readonly #kept = new Map<Key, T>();

  /** @param capacity number of answers that are kept */
  constructor(readonly capacity: number) {}

  /** The answer for this key; marks it as used. */
  get(key: Key): T | undefined {
    const answer = this.#kept.get(key);
    if (answer !== undefined) {
      this.#kept.delete(key);
      this.#kept.set(key, answer);
    }
    return answer;
  }

  /** Keeps an answer; the least recently used one is dropped. */
  set(key: Key, answer: T): void {
    this.#kept.set(key, answer);
    if (this.#kept.size <= this.capacity) return;
    const oldest = this.#kept.keys().next();
    if (!oldest.done) this.#kept.delete(oldest.value);
  }
}
