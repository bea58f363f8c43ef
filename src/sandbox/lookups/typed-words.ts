// The typed words of each street, as bits: a word itself, its beginning if it is the last one and, on
// request, a similar word.
import { addressBook } from './address-book';
import { formAt, formsBeginning, wordIndex } from './address-index';
import { editDistance } from './edit-distance';

/** Later words are ignored; there are 32 bits, and one is for the last word. */
const mostWords = 24;
/** Set if a street has the last word as typed, not as a beginning. */
export const wholeLast = 1 << 30;
/** Least letters of a word for one mistake, for two, and for one in an unfinished word. */
const fewestLetters = { one: 4, two: 8, unfinished: 5 } as const;

/** The typed words, a bit for each. */
export class TypedWords {
  /** In the order in which they were typed. */
  readonly words: readonly string[];
  /** Bits of all words. */
  readonly all: number;
  readonly #bits = new Map<string, number>();

  constructor(words: readonly string[]) {
    this.words = words.slice(0, mostWords);
    for (const word of this.words) {
      if (!this.#bits.has(word)) this.#bits.set(word, 1 << this.#bits.size);
    }
    this.all = (1 << this.#bits.size) - 1;
  }

  get last(): string {
    return this.words.at(-1) ?? '';
  }

  bitOf(word: string): number {
    return this.#bits.get(word) ?? 0;
  }

  /** Calls back with each word and its bit, a repeated one once. */
  each(visit: (word: string, bit: number, isLast: boolean) => void): void {
    for (const [word, bit] of this.#bits) visit(word, bit, word === this.last);
  }

  /** Whether one of the forms of a word is the typed word, or begins with it if that is the last. */
  isMet(forms: readonly string[], typed: string, near: boolean): boolean {
    const isLast = typed === this.last;
    return forms.some(
      (form) =>
        form === typed ||
        (isLast && form.startsWith(typed)) ||
        (near && isMistyped(typed, form, isLast)),
    );
  }

  /** Bits by street: of the words it has. */
  exact(): Uint32Array {
    return this.#collect((word, bit, isLast, take) => {
      const whole = formAt(word);
      // A word in the middle may still be a beginning: "spring gard 12".
      const [from, to] = isLast || whole < 0 ? formsBeginning(word) : [whole, whole + 1];
      for (let at = from; at < to; at += 1)
        take(at, at === whole && isLast ? bit | wholeLast : bit);
    });
  }

  /** Bits by street: of the words that are similar to one it has. */
  near(): Uint32Array {
    const { forms } = wordIndex();
    return this.#collect((word, bit, isLast, take) => {
      for (const [at, form] of forms.entries()) if (isMistyped(word, form, isLast)) take(at, bit);
    });
  }

  #collect(
    find: (
      word: string,
      bit: number,
      isLast: boolean,
      take: (form: number, bits: number) => void,
    ) => void,
  ): Uint32Array {
    const { cities, streets } = addressBook();
    const { from, entries } = wordIndex();
    const bits = new Uint32Array(streets.length + cities.length);
    this.each((word, bit, isLast) =>
      find(word, bit, isLast, (form, found) => {
        for (let at = from[form] ?? 0; at < (from[form + 1] ?? 0); at += 1) {
          const entry = entries[at] ?? 0;
          bits[entry] = (bits[entry] ?? 0) | found;
        }
      }),
    );
    for (const [number, { city }] of streets.entries()) {
      bits[number] = (bits[number] ?? 0) | (bits[streets.length + city.at] ?? 0);
    }
    return bits;
  }
}

/** Whether a word is another with mistakes. Its first letter is right, or swapped with the second. */
function isMistyped(typed: string, form: string, isLast: boolean): boolean {
  const { length } = typed;
  if (length < fewestLetters.one || form.length < fewestLetters.one) return false;
  if (typed[0] !== form[0] && !(typed[0] === form[1] && typed[1] === form[0])) return false;
  if (/\d/.test(typed) || /\d/.test(form)) return false;
  const most = length < fewestLetters.two ? 1 : 2;
  if (editDistance(typed, form, most) <= most) return true;
  if (!isLast || length < fewestLetters.unfinished || form.length <= length) return false;
  return [length - 1, length, length + 1].some(
    (end) => editDistance(typed, form.slice(0, end), 1) <= 1,
  );
}
