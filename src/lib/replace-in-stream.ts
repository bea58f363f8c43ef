// Replaces texts in a stream of bytes, wherever the pieces are cut.
import { replaceEach } from './replace-each';

/** A text as it may be written: for each of its characters, every way to write that one. */
export type Spelling = readonly (readonly string[])[];

/** A text to find, and the function that returns its replacement. */
export interface Replacement {
  spelling: Spelling;
  by: (found: string) => string;
}

/** The replacements. */
export interface Replacements {
  all: readonly Replacement[];
  /**
   * Number of leading bytes of a match that may be passed on before the rest has arrived; the replacement must
   * begin with them. 0 for none.
   */
  early: number;
  /** Replaces an incomplete match, longer than `early`, at the end of the stream. */
  cutOff: (beginning: string) => string;
}

/** Bytes as characters of one byte each, so that text and binary data are treated alike. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1');
const textOf = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Number of characters of the longest way to write a text. */
const longest = (spelling: Spelling): number =>
  spelling.reduce((sum, ways) => sum + Math.max(...ways.map(({ length }) => length)), 0);

/** A pattern that finds any of the texts, each in its own group. */
const patternOf = (all: readonly Replacement[]): RegExp =>
  new RegExp(
    all
      .map(({ spelling }) => spelling.map((ways) => `(?:${ways.map(escaped).join('|')})`).join(''))
      .map((source) => `(${source})`)
      .join('|'),
    'g',
  );

/** The characters that a text begins with, however it is written. */
const firstsOf = (all: readonly Replacement[]): ReadonlySet<string> =>
  new Set(all.flatMap(({ spelling: [ways = []] }) => ways.map((way) => way.charAt(0))));

/** Longest text that is looked through without the pattern. */
const shortText = 4096;

/** Replaces in whole texts, and in any number of streams. */
export class Replacer {
  readonly #options: Replacements;
  readonly #all: Replacement[];
  readonly #firsts: ReadonlySet<string>;
  #pattern: RegExp | undefined;
  #bytePatterns: BytePatterns | undefined;

  constructor(options: Replacements) {
    this.#options = options;
    // If one text begins with another, the longer one is replaced.
    this.#all = [...options.all].sort(
      (one, other) => longest(other.spelling) - longest(one.spelling),
    );
    this.#firsts = firstsOf(options.all);
  }

  /** Replaces in a whole text. */
  in(text: string): string {
    if (this.#all.length === 0) return text;
    // The pattern takes a hundred times longer to compile than a message to look through.
    if (this.#pattern === undefined) {
      if (text.length <= shortText && !this.#isIn(text)) return text;
      this.#pattern = patternOf(this.#all);
    }
    return replaceEach(text, this.#pattern, (found, ...groups) =>
      replacementOf(this.#all, found, groups),
    );
  }

  /** Whether any of the texts is in this one. */
  #isIn(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) {
      if (!this.#firsts.has(text.charAt(at))) continue;
      if (this.#all.some(({ spelling }) => standsAt(text, at, spelling) === 'whole')) return true;
    }
    return false;
  }

  /** A new stream. */
  stream(): StreamReplacer {
    this.#bytePatterns ??= new BytePatterns(this.#all);
    return new StreamReplacer(this.#bytePatterns, this.#options);
  }
}

/** The replacement of a match; its group tells which text was found. */
function replacementOf(
  all: readonly Replacement[],
  found: string,
  groups: readonly unknown[],
): string {
  return all[groups.findIndex((group) => group !== undefined)]?.by(found) ?? '';
}

/** The texts to find, in bytes. */
class BytePatterns {
  readonly all: readonly Replacement[];
  readonly pattern: RegExp | undefined;
  /** Number of bytes of the longest text, and the first byte of each. */
  readonly #longest: number;
  readonly #firsts: ReadonlySet<string>;

  constructor(all: readonly Replacement[]) {
    this.all = all.map(({ spelling, by }) => ({
      spelling: spelling.map((ways) => ways.map(bytesOf)),
      by: (found) => bytesOf(by(textOf(found))),
    }));
    this.pattern = all.length === 0 ? undefined : patternOf(this.all);
    this.#longest = Math.max(0, ...this.all.map(({ spelling }) => longest(spelling)));
    this.#firsts = firstsOf(this.all);
  }

  /** The position of the first incomplete match at the end; the end if there is none. */
  beginningIn(text: string, from: number): number {
    for (let at = Math.max(from, text.length - this.#longest); at < text.length; at += 1) {
      if (!this.#firsts.has(text.charAt(at))) continue;
      if (this.all.some(({ spelling }) => standsAt(text, at, spelling, true) === 'beginning'))
        return at;
    }
    return text.length;
  }
}

/** One stream. A possible beginning of a text is held until the next piece decides. */
export class StreamReplacer {
  readonly #patterns: BytePatterns;
  readonly #early: number;
  readonly #cutOff: Replacements['cutOff'];
  /** Bytes that may be the beginning of a text; the first `#shown` of them were passed on. */
  #held = '';
  #shown = 0;

  /** Called by `Replacer.stream`. */
  constructor(patterns: BytePatterns, { early, cutOff }: Replacements) {
    this.#patterns = patterns;
    this.#early = early;
    this.#cutOff = cutOff;
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

  /** The stream ends, once; returns the bytes that were held. */
  end(): Buffer {
    const { decided } = this.#decide(this.#held, false);
    const beginning = this.#held.length > this.#early && decided === this.#held;
    const last = beginning ? bytesOf(this.#cutOff(textOf(this.#held))) : decided;
    return Buffer.from(last.slice(this.#shown), 'latin1');
  }

  /** Replaces complete texts. `more` says that bytes may follow, so that a beginning at the end is held. */
  #decide(text: string, more: boolean): { decided: string; rest: string } {
    const { all, pattern } = this.#patterns;
    if (pattern === undefined) return { decided: text, rest: '' };
    let decided = '';
    let from = 0;
    let open = more ? this.#patterns.beginningIn(text, from) : text.length;
    for (;;) {
      if (open < from) open = this.#patterns.beginningIn(text, from);
      pattern.lastIndex = from;
      const found = pattern.exec(text);
      // A longer text that begins no later may still be incomplete.
      if (found === null || found.index >= open) {
        return { decided: decided + text.slice(from, open), rest: text.slice(open) };
      }
      const [whole, ...groups] = found;
      decided += text.slice(from, found.index) + replacementOf(all, whole, groups);
      from = found.index + whole.length;
    }
  }
}

/** Whether this stands at a position of a text: wholly, or, where more may follow, as far as the text goes. */
function standsAt(
  text: string,
  from: number,
  spelling: Spelling,
  more = false,
): 'beginning' | 'whole' | undefined {
  let places = new Set([from]);
  for (const ways of spelling) {
    const next = new Set<number>();
    for (const place of places) {
      for (const way of ways) {
        const end = place + way.length;
        if (text.startsWith(way, place)) next.add(end);
        else if (more && end > text.length && way.startsWith(text.slice(place))) return 'beginning';
      }
    }
    if (next.size === 0) return undefined;
    places = next;
  }
  return 'whole';
}
