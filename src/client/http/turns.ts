// Large bodies are held one at a time, so that many requests at once take no more memory than one.

/** Something that one holder has at a time, in the order of asking. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves to what ends the turn, once all turns before it have ended. */
  async next(): Promise<() => void> {
    const before = this.#last;
    let end = () => {};
    this.#last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  }
}
