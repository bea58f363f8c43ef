// Pairs the words of a query with the words of an address, by their similarity.
import type { AddressPart, AddressWord } from './address-words';
import { editDistance } from './edit-distance';

/** One word of an address that the query has: `similarity` is 1, or less if it is mistyped. */
export interface WordPair {
  asked: number;
  word: AddressWord;
  similarity: number;
}

/** The words of one query, compared with those of any address; each pair of words is compared once. */
export class Likeness {
  readonly #asked: readonly string[];
  readonly #known = new Map<AddressWord, readonly number[]>();

  constructor(asked: readonly string[]) {
    this.#asked = asked;
  }

  /** The similarity of each query word to a word. */
  of(word: AddressWord): readonly number[] {
    let found = this.#known.get(word);
    if (!found) {
      found = this.#asked.map((text) => similarityOf(text, word));
      this.#known.set(word, found);
    }
    return found;
  }

  /** Pairs each query word with at most one word of the address, the most similar first, in any order. */
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

/**
 * Numbers must match exactly, as houses one digit apart are two; a ZIP code may differ, because the city
 * confirms it.
 */
function mistakesAllowed(text: string, part: AddressPart): number {
  if (part === 'zip') return /^\d{5}$/.test(text) ? 1 : 0;
  if (/\d/.test(text) || text.length < 4) return 0;
  return text.length < 8 ? 1 : 2;
}
