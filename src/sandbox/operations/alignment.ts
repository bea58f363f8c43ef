// Which words of a question stand for which words of an address, and how alike they are.
import type { AddressPart, AddressWord } from './address-words';
import { editDistance } from './edit-distance';

/** One word of an address that the question has: `similarity` is 1, or less where it is mistyped. */
export interface WordPair {
  asked: number;
  word: AddressWord;
  similarity: number;
}

/** The words of one question beside those of any address; each pair of words is compared once. */
export class Likeness {
  readonly #asked: readonly string[];
  readonly #known = new Map<AddressWord, readonly number[]>();

  constructor(asked: readonly string[]) {
    this.#asked = asked;
  }

  /** How alike each asked word and a word are. */
  of(word: AddressWord): readonly number[] {
    let found = this.#known.get(word);
    if (!found) {
      found = this.#asked.map((text) => similarityOf(text, word));
      this.#known.set(word, found);
    }
    return found;
  }

  /** Pairs each asked word with at most one word of the address, the most alike first, in any order. */
  align(words: readonly AddressWord[]): WordPair[] {
    const pairs = words.flatMap((word, order) =>
      this.of(word).flatMap((similarity, asked) =>
        similarity === 0 ? [] : [{ asked, word, similarity, order }],
      ),
    );
    pairs.sort((a, b) => b.similarity - a.similarity || a.order - b.order || a.asked - b.asked);
    const takenAsked = new Set<number>();
    const takenWords = new Set<AddressWord>();
    return pairs.filter(({ asked, word }) => {
      if (takenAsked.has(asked) || takenWords.has(word)) return false;
      takenAsked.add(asked);
      takenWords.add(word);
      return true;
    });
  }
}

/** 1 for the same word in any spelling, down to 0 for another word. */
function similarityOf(text: string, word: AddressWord): number {
  if (word.forms.includes(text)) return 1;
  const most = mistakesAllowed(text, word.part);
  if (most === 0) return 0;
  const mistakes = Math.min(...word.forms.map((form) => editDistance(text, form, most)));
  return mistakes > most ? 0 : 1 - mistakes / Math.max(text.length, 5);
}

/** None in numbers, as houses one digit apart are two; but a ZIP code has the city beside it. */
function mistakesAllowed(text: string, part: AddressPart): number {
  if (part === 'zip') return /^\d{5}$/.test(text) ? 1 : 0;
  if (/\d/.test(text) || text.length < 4) return 0;
  return text.length < 8 ? 1 : 2;
}
