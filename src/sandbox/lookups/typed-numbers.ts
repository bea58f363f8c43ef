// The typed words that no street has but its addresses may: house numbers, units, +4 codes.
import type { Street } from './address-book';
import { OwnWord } from './own-words';
import { isUnitWord } from './spellings';
import type { TypedWords } from './typed-words';

/** Counts more than all other words of an address. */
const unitPoints = 100;
const firstPoints = 1000;

/** The typed words that may belong to an address and not to its street. */
export class TypedNumbers {
  /** Bits of the words. */
  readonly bits: number;
  /** The first word, as a house number. */
  readonly first: OwnWord;
  readonly #words: readonly { word: OwnWord; bit: number }[];
  readonly #last: OwnWord;
  readonly #unit: OwnWord | undefined;

  constructor(typed: TypedWords) {
    const words: { word: OwnWord; bit: number }[] = [];
    typed.each((text, bit, isLast) => {
      const before = typed.words[typed.words.indexOf(text) - 1] ?? '';
      const word = new OwnWord(text, isLast, /^\d{5}$/.test(before));
      if (word.isPossible) words.push({ word, bit });
    });
    this.#words = words;
    this.bits = words.reduce((bits, { bit }) => bits | bit, 0);
    this.first = new OwnWord(typed.words[0] ?? '', typed.words.length === 1);
    this.#last = new OwnWord(typed.last, false);
    this.#unit = unitNumberOf(typed);
  }

  /** Whether the last word is the address's own as typed, and not a beginning. */
  isLastWhole(position: number): boolean {
    return this.#last.isPossible && this.#last.isIn(position);
  }

  /**
   * The addresses of a street with the words that the street lacks, given in `missing` by their bits. First
   * those with the number that was typed first, then those with the unit, then those with more of the words.
   */
  positionsIn({ from, to }: Street, missing: number): number[] {
    const wanted = this.#words.filter(({ bit }) => (missing & bit) !== 0).map(({ word }) => word);
    const positions: number[] = [];
    for (let position = from; position < to; position += 1) {
      if (wanted.every((word) => word.isIn(position))) positions.push(position);
    }
    if (positions.length < 2 || this.#words.length === 0) return positions;
    const ranked = positions.map((position) => ({ position, points: this.#points(position) }));
    return ranked.sort((a, b) => b.points - a.points).map(({ position }) => position);
  }

  #points(position: number): number {
    let points = 0;
    if (this.first.isPossible && this.first.isNumber(position)) points += firstPoints;
    if (this.#unit?.isUnitNumber(position)) points += unitPoints;
    for (const { word } of this.#words) {
      if (!word.isUnitWord && word.isIn(position)) points += 1;
    }
    return points;
  }
}

/** The number of a unit: after a word that announces it, or the second of two numbers. */
function unitNumberOf({ words }: TypedWords): OwnWord | undefined {
  const at = words.findIndex(
    (word, position) =>
      position > 0 &&
      /\d/.test(word) &&
      (isUnitWord(words[position - 1] ?? '') || words.indexOf(word) < position),
  );
  return at < 0 ? undefined : new OwnWord(words[at] ?? '', at === words.length - 1);
}
