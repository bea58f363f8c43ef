// The names of all places, folded into words, as they are gathered before the words are sorted.
import { fold } from './fold';
import type { PlaceRecord } from './record';

/** What a name is to its place. */
export const nameKinds = { main: 0, alternate: 1, code: 2 } as const;

/** GeoNames lists the airport's code among a settlement's names. */
const airportCode = /^[A-Z]{3}$/;

/** Names in the order they turn up, and words numbered in the order they turn up. */
export class CollectedNames {
  readonly wordNumbers = new Map<string, number>();
  readonly words: number[] = [];
  /** Words of name n: `words` from `wordsFrom[n]` to `wordsFrom[n + 1]`. */
  readonly wordsFrom: number[] = [0];
  readonly placeOf: number[] = [];
  readonly kindOf: number[] = [];

  /** Adds all names of a place, each folded form once. */
  addPlace(place: number, record: PlaceRecord): void {
    const seen = new Set<string>();
    const add = (kind: number, words: readonly string[]) => {
      const key = words.join(' ');
      if (key === '' || seen.has(key)) return;
      seen.add(key);
      this.#add(place, kind, words);
    };
    const isSettlement = record.kind === 'capital' || record.kind === 'settlement';
    for (const name of [record.name, record.asciiname]) {
      const words = fold(name);
      add(nameKinds.main, words);
      const saint = words.indexOf('saint');
      if (saint >= 0) add(nameKinds.main, words.with(saint, 'st'));
    }
    for (const name of record.alternatenames) {
      const isCode = isSettlement && airportCode.test(name);
      add(isCode ? nameKinds.code : nameKinds.alternate, fold(name));
    }
    for (const code of record.codes) add(nameKinds.code, fold(code));
  }

  #add(place: number, kind: number, words: readonly string[]): void {
    for (const word of words) {
      let number = this.wordNumbers.get(word);
      if (number === undefined) {
        number = this.wordNumbers.size;
        this.wordNumbers.set(word, number);
      }
      this.words.push(number);
    }
    this.wordsFrom.push(this.words.length);
    this.placeOf.push(place);
    this.kindOf.push(kind);
  }
}
