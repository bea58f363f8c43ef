// All words of all names, sorted, so that a prefix is a range found by halving. One-letter typos are
// found in the same array by walking it as the tree of prefixes that it is.

/** Words from `from` up to, not including, `to`. */
export interface WordRange {
  from: number;
  to: number;
}

/** Words that begin with a mistyped word, put right. */
export interface NearRange extends WordRange {
  /** Letters of the corrected beginning: a word of this length is the correction itself. */
  length: number;
}

/** A letter that follows a beginning, with the words that have it there. */
interface Child {
  letter: string;
  range: WordRange;
}

/** The letters that follow beginnings up to this length are kept: their lists are the long ones. */
const longestKept = 2;

/** Sorted words without repetitions; a word's number is its position. */
export class Vocabulary {
  readonly words: readonly string[];
  readonly #kept = new Map<string, readonly Child[]>();

  /** @param words in any order, without repetitions */
  constructor(words: Iterable<string>) {
    // Sorted by code units, as < compares.
    this.words = [...words].sort();
  }

  /** The number of a word; undefined when no name has it. */
  find(word: string): number | undefined {
    const at = this.#lower(word, 0, this.words.length);
    return this.words[at] === word ? at : undefined;
  }

  /** The words that begin with this; an empty range when none does. */
  beginningWith(prefix: string): WordRange {
    return this.#under(prefix, { from: 0, to: this.words.length });
  }

  /**
   * The words that begin with something one letter away from the typed word: a letter left out, added,
   * wrong, or two neighbours swapped. Ranges may overlap. The time depends on the letters in use, not
   * on the number of words.
   */
  near(typed: string): NearRange[] {
    const ranges: NearRange[] = [];
    const keep = (beginning: string, within: WordRange) => {
      const range = this.#under(beginning, within);
      if (range.from < range.to) ranges.push({ ...range, length: beginning.length });
    };
    let node = { from: 0, to: this.words.length };
    for (let at = 0; at < typed.length && node.from < node.to; at += 1) {
      const [done, rest] = [typed.slice(0, at), typed.slice(at)];
      keep(done + rest.slice(1), node);
      const second = rest[1];
      if (second !== undefined) keep(done + second + rest[0] + rest.slice(2), node);
      for (const { letter, range } of this.#children(done, node)) {
        if (letter === rest[0] || !areOfOneAlphabet(letter, rest)) continue;
        keep(done + letter + rest.slice(1), range);
        keep(done + letter + rest, range);
      }
      node = this.#under(typed.slice(0, at + 1), node);
    }
    return ranges;
  }

  /** The distinct letters that follow a common prefix of this length, with their words. */
  #children(prefix: string, node: WordRange): readonly Child[] {
    if (prefix.length > longestKept) return this.#listChildren(prefix.length, node);
    let children = this.#kept.get(prefix);
    if (!children) {
      children = this.#listChildren(prefix.length, node);
      this.#kept.set(prefix, children);
    }
    return children;
  }

  #listChildren(length: number, node: WordRange): Child[] {
    const children: Child[] = [];
    for (let from = node.from; from < node.to; ) {
      const word = this.words[from] ?? '';
      const letter = word[length];
      if (letter === undefined) {
        from += 1;
        continue;
      }
      const range = this.#under(word.slice(0, length + 1), { from, to: node.to });
      children.push({ letter, range });
      from = range.to;
    }
    return children;
  }

  #under(prefix: string, { from, to }: WordRange): WordRange {
    const first = this.#lower(prefix, from, to);
    // Nearly every guess begins no word: then the end of its range need not be looked for.
    if (first === to || !this.words[first]?.startsWith(prefix)) return { from: first, to: first };
    return { from: first, to: this.#lower(`${prefix}\uffff`, first, to) };
  }

  /** The first position in the range whose word is not before this one. */
  #lower(word: string, from: number, to: number): number {
    let [low, high] = [from, to];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.words[middle] ?? '') < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Whether a letter could be mistyped for another: nobody's finger slips from Latin to Chinese. */
function areOfOneAlphabet(letter: string, typed: string): boolean {
  return letter.charCodeAt(0) >> 8 === typed.charCodeAt(0) >> 8;
}
