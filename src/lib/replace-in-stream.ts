// Replaces or finds search strings in a stream of bytes, even if a match is split across chunks.
import { countLineFeeds } from './line-count';
import { joinAll } from './replace-each';

/** For each character of a search string, a list of the ways to write the character. */
export type Spelling = readonly (readonly string[])[];

/** A search string, and a function that returns the replacement for a match. */
export interface Replacement {
  spelling: Spelling;
  by: (found: string) => string;
}

export interface Replacements {
  all: readonly Replacement[];
  /**
   * How many leading bytes of a match the stream passes on before the rest of the match arrives. The replacement must
   * begin with the same bytes.
   */
  early: number;
  /**
   * Returns the replacement for an incomplete match at the end of the stream. The stream calls this function only if
   * the match is longer than `early`.
   */
  cutOff: (beginning: string) => string;
}

/** Converts text to one character for each byte, so that the code can treat text and binary data in the same way. */
const toBytes = (text: string): string => Buffer.from(text).toString('latin1');
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString();

/** Returns the length of the longest form of a search string, in characters. */
const longest = (spelling: Spelling): number =>
  spelling.reduce((sum, ways) => sum + Math.max(...ways.map(({ length }) => length)), 0);

/** Replaces search strings in text and in any number of streams. */
export class Replacer {
  readonly #options: Replacements;
  readonly #texts: Texts;
  #bytes: Texts | undefined;

  constructor(options: Replacements) {
    this.#options = options;
    this.#texts = new Texts(options.all);
  }

  in(text: string): string {
    return joinAll(this.#replaced(text));
  }

  *#replaced(text: string): Generator<string> {
    let from = 0;
    for (;;) {
      const found = this.#texts.find(text, from, text.length);
      if (found === undefined) break;
      yield text.slice(from, found.start) + found.replacement;
      from = found.end;
    }
    yield text.slice(from);
  }

  stream(): StreamReplacer {
    return new StreamReplacer(this.#textsInBytes(), this.#options);
  }

  /** Returns a stream that finds matches without replacing them. */
  finder(): StreamFinder {
    return new StreamFinder(this.#textsInBytes());
  }

  #textsInBytes(): Texts {
    this.#bytes ??= new Texts(this.#options.all.map(inBytes));
    return this.#bytes;
  }
}

const converted = new WeakMap<readonly string[], readonly string[]>();

function waysInBytes(ways: readonly string[]): readonly string[] {
  const bytes = converted.get(ways) ?? ways.map(toBytes);
  converted.set(ways, bytes);
  return bytes;
}

function inBytes({ spelling, by }: Replacement): Replacement {
  return {
    spelling: spelling.map(waysInBytes),
    by: (found) => toBytes(by(fromBytes(found))),
  };
}

interface Match {
  start: number;
  end: number;
  replacement: string;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/**
 * The maximum length of text to search with a pattern that contains only the first character of each search string. For
 * such short text, compiling a longer pattern would take more time than the pattern saves.
 */
const shortText = 4096;
/**
 * How many elements of a `Spelling` the pattern contains. Five elements are five plain characters, or three base64
 * characters and the possible line breaks between them.
 */
const patternLength = 5;
/**
 * If there are many search strings, the pattern contains only this number of characters of each search string. Keys
 * share prefixes, so the pattern then contains only a few alternatives.
 */
const shortPatternLetters = 3;
/**
 * The maximum number of alternatives in a pattern. If a pattern would have more, `patternOf` uses fewer characters of
 * each search string. The pattern is then faster, although the search must check more matches.
 */
const maxAlternatives = 20;

class Texts {
  readonly #all: readonly Replacement[];
  /** The search strings by their first characters. Longer search strings come first. */
  readonly #byFirst = new Map<string, Replacement[]>();
  readonly #first: RegExp;
  #beginning: RegExp | undefined;
  readonly #longest: number;

  constructor(all: readonly Replacement[]) {
    this.#all = all;
    const sized = all
      .map((replacement) => ({ replacement, length: longest(replacement.spelling) }))
      .sort((one, other) => other.length - one.length);
    this.#longest = sized[0]?.length ?? 0;
    for (const { replacement } of sized) {
      const [ways = []] = replacement.spelling;
      for (const first of new Set(ways.map((way) => way.charAt(0)))) {
        this.#byFirst.set(first, [...(this.#byFirst.get(first) ?? []), replacement]);
      }
    }
    this.#first = new RegExp(`[${[...this.#byFirst.keys()].map(escaped).join('')}]`, 'g');
  }

  /** Returns the first match that begins between these positions. */
  find(text: string, from: number, before: number): Match | undefined {
    if (text.length > shortText) this.#beginning ??= patternOf(this.#all);
    const pattern = text.length > shortText ? this.#beginning : undefined;
    let start = this.#next(text, from, pattern);
    while (start < before) {
      for (const { spelling, by } of this.#byFirst.get(text.charAt(start)) ?? []) {
        const end = matchEnd(text, start, spelling);
        if (typeof end === 'number') {
          return { start, end, replacement: by(text.slice(start, end)) };
        }
      }
      start = this.#next(text, start + 1, pattern);
    }
    return undefined;
  }

  /**
   * Returns the position of the first incomplete match at the end of the text, or the text's length if there is no
   * incomplete match.
   */
  beginningIn(text: string, from: number): number {
    let start = this.#next(text, Math.max(from, text.length - this.#longest));
    while (start < text.length) {
      const all = this.#byFirst.get(text.charAt(start)) ?? [];
      if (all.some(({ spelling }) => matchEnd(text, start, spelling, true) === 'later')) break;
      start = this.#next(text, start + 1);
    }
    return start;
  }

  /** Returns the next position at which a match can begin, or the text's length if no match can begin. */
  #next(text: string, from: number, pattern = this.#first): number {
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? text.length;
  }
}

function patternOf(all: readonly Replacement[]): RegExp {
  const long = patternsOf(all, (spelling) => spelling.slice(0, patternLength));
  const beginnings = long.length > maxAlternatives ? patternsOf(all, firstLetters) : long;
  return new RegExp(beginnings.length === 0 ? '[]' : beginnings.join('|'), 'g');
}

/** Returns patterns for the first characters of the search strings, without duplicates. */
function patternsOf(
  all: readonly Replacement[],
  beginningOf: (spelling: Spelling) => Spelling,
): string[] {
  const patterns = all.map(({ spelling }) =>
    beginningOf(spelling)
      .map((ways) => `(?:${ways.map(escaped).join('|')})`)
      .join(''),
  );
  return [...new Set(patterns)];
}

/** Returns the first characters of a search string, with possible line breaks between them. */
function firstLetters(spelling: Spelling): Spelling {
  let letters = 0;
  return spelling.filter((ways) => {
    if (letters === shortPatternLetters) return false;
    if (!ways.includes('')) letters += 1;
    return true;
  });
}

/** Replaces search strings in one stream. Holds back bytes that might begin a match until the next chunk arrives. */
export class StreamReplacer {
  readonly #texts: Texts;
  readonly #early: number;
  readonly #cutOff: Replacements['cutOff'];
  /**
   * Bytes that might be the beginning of a match. The stream has already passed on the first `#shown` of these bytes.
   */
  #held = '';
  #shown = 0;

  /** Only `Replacer.stream` calls this constructor. */
  constructor(texts: Texts, { early, cutOff }: Replacements) {
    this.#texts = texts;
    this.#early = early;
    this.#cutOff = cutOff;
  }

  /** Adds the next chunk. Returns the bytes that later chunks can no longer change. */
  push(chunk: Uint8Array): Buffer {
    const text = this.#held + Buffer.from(chunk).toString('latin1');
    const { decided, rest } = this.#decide(text, true);
    const ready = decided.slice(this.#shown);
    this.#shown = Math.max(0, this.#shown - decided.length);
    const early = rest.slice(this.#shown, this.#early);
    this.#shown += early.length;
    this.#held = rest;
    return Buffer.from(ready + early, 'latin1');
  }

  /** Ends the stream and returns the bytes that were held back. Call this method only once. */
  end(): Buffer {
    const { decided } = this.#decide(this.#held, false);
    const beginning = this.#held.length > this.#early && decided === this.#held;
    const last = beginning ? toBytes(this.#cutOff(fromBytes(this.#held))) : decided;
    return Buffer.from(last.slice(this.#shown), 'latin1');
  }

  /**
   * Replaces complete matches. If `more` is true, more bytes can follow, so this method holds back bytes at the end
   * that might begin a match.
   */
  #decide(text: string, more: boolean): { decided: string; rest: string } {
    const texts = this.#texts;
    let decided = '';
    let from = 0;
    let open = more ? texts.beginningIn(text, from) : text.length;
    for (;;) {
      if (open < from) open = texts.beginningIn(text, from);
      // The search ends at the beginning of the incomplete match, because later bytes might still become part of that
      // match.
      const found = texts.find(text, from, open);
      if (found === undefined) {
        return { decided: decided + text.slice(from, open), rest: text.slice(open) };
      }
      decided += text.slice(from, found.start) + found.replacement;
      from = found.end;
    }
  }
}

/** A match in a stream. */
export interface FoundInStream {
  /** The line in which the match begins. Lines are numbered from 1. */
  line: number;
  replacement: string;
}

/** Finds search strings in one stream. Holds back bytes that might begin a match until the next chunk arrives. */
export class StreamFinder {
  readonly #texts: Texts;
  #held = '';
  /** The number of line feeds before the bytes that are held back. */
  #lineFeeds = 0;

  /** Only `Replacer.finder` calls this constructor. */
  constructor(texts: Texts) {
    this.#texts = texts;
  }

  /** Adds the next chunk. Returns the complete matches. */
  push(chunk: Buffer): FoundInStream[] {
    const text = this.#held + chunk.toString('latin1');
    const lineFeeds =
      this.#lineFeeds + lineFeedsIn(this.#held, 0, this.#held.length) + countLineFeeds(chunk);
    const { all, open } = this.#find(text, true);
    this.#held = text.slice(open);
    this.#lineFeeds = lineFeeds - lineFeedsIn(text, open, text.length);
    return all;
  }

  /** Ends the stream and returns the remaining matches. Call this method only once. */
  end(): FoundInStream[] {
    return this.#find(this.#held, false).all;
  }

  #find(text: string, more: boolean): { all: FoundInStream[]; open: number } {
    const texts = this.#texts;
    const all: FoundInStream[] = [];
    let line = this.#lineFeeds + 1;
    let counted = 0;
    let from = 0;
    let open = more ? texts.beginningIn(text, from) : text.length;
    for (;;) {
      if (open < from) open = texts.beginningIn(text, from);
      const found = texts.find(text, from, open);
      if (found === undefined) return { all, open };
      line += lineFeedsIn(text, counted, found.start);
      counted = found.start;
      all.push({ line, replacement: found.replacement });
      from = found.end;
    }
  }
}

/** Counts the line feeds between two positions. This function is slow for long text with many line feeds. */
function lineFeedsIn(text: string, from: number, before: number): number {
  let count = 0;
  for (
    let at = text.indexOf('\n', from);
    at !== -1 && at < before;
    at = text.indexOf('\n', at + 1)
  ) {
    count += 1;
  }
  return count;
}

/**
 * Returns the end of the match that begins at `start`, or undefined if no match begins there. If `more` is true and the
 * match depends on bytes that have not arrived yet, returns `later`.
 */
function matchEnd(
  text: string,
  start: number,
  spelling: Spelling,
  more = false,
): number | 'later' | undefined {
  // The set contains the possible ends of the match. The ends are in the order in which `spelling` lists the ways to
  // write each character. This function returns the first of these ends.
  let places = new Set([start]);
  for (const ways of spelling) {
    const next = new Set<number>();
    for (const place of places) {
      for (const way of ways) {
        const end = place + way.length;
        if (text.startsWith(way, place)) next.add(end);
        else if (more && end > text.length && way.startsWith(text.slice(place))) return 'later';
      }
    }
    if (next.size === 0) return undefined;
    places = next;
  }
  const [end] = places;
  return end;
}
