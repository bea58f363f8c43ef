// The words that an address does not share with its street: house number, unit, +4 code.
import { type AddressBook, addressBook } from './address-book';
import { isUnitWord } from './spellings';

/** A typed word that may be one of these. */
export class OwnWord {
  readonly #text: string;
  readonly #isBeginning: boolean;
  readonly #isUnit: boolean;
  readonly #mayBePlus4: boolean;
  readonly #book: AddressBook = addressBook();
  /** Numbers from the first up to, not including, the second. */
  readonly #ranges: readonly (readonly [number, number])[];

  /**
   * @param isBeginning whether more of the word may follow
   * @param isPlus4 whether it follows a ZIP code
   */
  constructor(text: string, isBeginning: boolean, isPlus4 = false) {
    this.#text = text;
    this.#mayBePlus4 = isPlus4 && text.length === 4;
    this.#isBeginning = isBeginning;
    this.#isUnit = isUnitWord(text, isBeginning);
    this.#ranges = /^[1-9]\d{0,5}$/.test(text) ? rangesOf(Number(text), isBeginning) : [];
  }

  /** Whether an address may have the word. */
  get isPossible(): boolean {
    return this.#isUnit || this.#ranges.length > 0 || /\d/.test(this.#text);
  }

  /** Whether it only announces a unit's number. */
  get isUnitWord(): boolean {
    return this.#isUnit;
  }

  /** Whether an address has the word, or a word with this beginning. */
  isIn(position: number): boolean {
    const book = this.#book;
    if (this.isNumber(position) || this.#isPlus4(position)) return true;
    return book.hasUnit(position) && (this.#isUnit || this.isUnitNumber(position));
  }

  /** Whether it is the number of the unit, or the beginning of it. */
  isUnitNumber(position: number): boolean {
    const unit = this.#book.unitAt(position)[1].toLowerCase();
    return unit === this.#text || (this.#isBeginning && unit.startsWith(this.#text));
  }

  /** Whether it is the house number, or the beginning of it. */
  isNumber(position: number): boolean {
    return this.#isMet(this.#book.number[position] ?? 0);
  }

  #isPlus4(position: number): boolean {
    return this.#mayBePlus4 && this.#book.plus4NumberAt(position) === Number(this.#text);
  }

  #isMet(number: number): boolean {
    for (const [from, to] of this.#ranges) if (number >= from && number < to) return true;
    return false;
  }
}

/** 12, and for a beginning, 120 to 129, 1200 to 1299, … */
function rangesOf(number: number, isBeginning: boolean): [number, number][] {
  const scales = isBeginning ? [1, 10, 100, 1000, 10_000] : [1];
  return scales.map((scale) => [number * scale, (number + 1) * scale]);
}
