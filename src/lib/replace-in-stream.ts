// Replaces texts in a stream of bytes, wherever the pieces are cut.

/** The replacements. */
export interface Replacements {
  /** Each text with its replacement. */
  texts: ReadonlyMap<string, string>;
  /**
   * Number of leading bytes of a text that may be passed on before the rest has arrived; the replacement must
   * begin with them. 0 for none.
   */
  early: number;
  /** Replaces the beginning of a text, longer than `early`, at the end of the stream. */
  cutOff: (beginning: string) => string;
}

/** Bytes as characters of one byte each, so that text and binary data are treated alike. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** One stream. A possible beginning of a text is held until the next piece decides. */
export class StreamReplacer {
  readonly #texts: Map<string, string>;
  readonly #pattern: RegExp | undefined;
  readonly #early: number;
  readonly #cutOff: Replacements['cutOff'];
  /** Bytes that may be the beginning of a text; the first `#shown` of them were passed on. */
  #held = '';
  #shown = 0;

  constructor({ texts, early, cutOff }: Replacements) {
    this.#texts = new Map(Array.from(texts, ([text, by]) => [bytesOf(text), bytesOf(by)]));
    this.#early = early;
    this.#cutOff = cutOff;
    // If one text begins with another, the longer one is replaced.
    const longestFirst = [...this.#texts.keys()].sort((one, other) => other.length - one.length);
    this.#pattern =
      longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join('|'), 'g');
  }

  /** Takes the next piece; returns the bytes that are decided. */
  push(piece: Uint8Array): Buffer {
    const text = this.#held + Buffer.from(piece).toString('latin1');
    const { decided, rest } = this.#decide(text, true);
    const ready = decided.slice(this.#shown);
    this.#shown = Math.max(0, this.#shown - decided.length);
    const early = rest.slice(this.#shown, this.#early);
    this.#shown += early.length;
    this.#held = rest;
    return Buffer.from(ready + early, 'latin1');
  }

  /** The stream ends; returns the bytes that were held. */
  end(): Buffer {
    const { decided } = this.#decide(this.#held, false);
    const beginning = this.#held.length > this.#early && decided === this.#held;
    const last = beginning ? bytesOf(this.#cutOff(this.#held)) : decided;
    const ready = last.slice(this.#shown);
    this.#held = '';
    this.#shown = 0;
    return Buffer.from(ready, 'latin1');
  }

  /** Replaces complete texts. `more` says that bytes may follow, so that a beginning at the end is held. */
  #decide(text: string, more: boolean): { decided: string; rest: string } {
    if (this.#pattern === undefined) return { decided: text, rest: '' };
    let decided = '';
    let from = 0;
    for (;;) {
      const open = more ? this.#beginningIn(text, from) : text.length;
      this.#pattern.lastIndex = from;
      const found = this.#pattern.exec(text);
      // A longer text that begins no later may still be incomplete.
      if (found === null || found.index >= open) {
        return { decided: decided + text.slice(from, open), rest: text.slice(open) };
      }
      const [whole] = found;
      decided += text.slice(from, found.index) + (this.#texts.get(whole) ?? '');
      from = found.index + whole.length;
    }
  }

  /** The position of the first incomplete text at the end; the end if there is none. */
  #beginningIn(text: string, from: number): number {
    let first = text.length;
    for (const one of this.#texts.keys()) {
      const longest = Math.min(one.length - 1, text.length - from);
      for (let length = longest; length > text.length - first; length -= 1) {
        if (text.endsWith(one.slice(0, length))) first = text.length - length;
      }
    }
    return first;
  }
}
