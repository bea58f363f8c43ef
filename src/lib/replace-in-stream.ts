// Replacing texts in bytes that arrive in pieces, wherever the pieces are cut.

/** What is replaced, and how. */
export interface Replacements {
  /** Each text with what stands in its place. */
  texts: ReadonlyMap<string, string>;
  /**
   * How many leading bytes of a text may go out before it is known whether the rest follows; its replacement
   * must begin with them. 0 for none.
   */
  early: number;
  /** What is made of the beginning of a text, longer than `early`, where the stream ends behind it. */
  cutOff: (beginning: string) => string;
}

/** Bytes as characters, one each, so that text and anything else go through alike. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** One stream. What may be the beginning of a text is held until the next piece tells. */
export class StreamReplacer {
  readonly #texts: Map<string, string>;
  readonly #pattern: RegExp | undefined;
  readonly #early: number;
  readonly #cutOff: Replacements['cutOff'];
  /** Bytes that may be the beginning of a text; the first `#shown` of them have gone out. */
  #held = '';
  #shown = 0;

  constructor({ texts, early, cutOff }: Replacements) {
    this.#texts = new Map(Array.from(texts, ([text, by]) => [bytesOf(text), bytesOf(by)]));
    this.#early = early;
    this.#cutOff = cutOff;
    // Where one text begins another, the longer one is meant.
    const longestFirst = [...this.#texts.keys()].sort((one, other) => other.length - one.length);
    this.#pattern =
      longestFirst.length === 0 ? undefined : new RegExp(longestFirst.map(escaped).join('|'), 'g');
  }

  /** Takes the next piece; returns what is certain by now. */
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

  /** The end of the stream; returns what was held. */
  end(): Buffer {
    const { decided } = this.#decide(this.#held, false);
    const beginning = this.#held.length > this.#early && decided === this.#held;
    const last = beginning ? bytesOf(this.#cutOff(this.#held)) : decided;
    const ready = last.slice(this.#shown);
    this.#held = '';
    this.#shown = 0;
    return Buffer.from(ready, 'latin1');
  }

  /** Replaces what is whole. `more` says that bytes may follow, so that a beginning at the end is the rest. */
  #decide(text: string, more: boolean): { decided: string; rest: string } {
    if (this.#pattern === undefined) return { decided: text, rest: '' };
    let decided = '';
    let from = 0;
    for (;;) {
      const open = more ? this.#beginningIn(text, from) : text.length;
      this.#pattern.lastIndex = from;
      const found = this.#pattern.exec(text);
      // A longer text that begins no later may still be on its way.
      if (found === null || found.index >= open) {
        return { decided: decided + text.slice(from, open), rest: text.slice(open) };
      }
      const [whole] = found;
      decided += text.slice(from, found.index) + (this.#texts.get(whole) ?? '');
      from = found.index + whole.length;
    }
  }

  /** Where the first beginning of a text stands that reaches to the end; the end where there is none. */
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
