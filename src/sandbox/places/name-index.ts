// Which place has which name, word by word, in flat number arrays: some hundred thousand names of a
// GeoNames dump must neither take long to build nor much memory to hold.
import { CollectedNames } from './collected-names';
import type { Gazetteer } from './gazetteer';
import type { PlaceRecord } from './record';
import { slices } from './slices';
import { Vocabulary } from './vocabulary';

/** The index over all names of a gazetteer. Numbers refer to its records, to names and to words. */
export interface NameIndex {
  vocabulary: Vocabulary;
  /** Place of each name. */
  placeOf: Int32Array;
  /** One of `nameKinds` for each name. */
  kindOf: Uint8Array;
  /** Words of name n: `words` from `wordsFrom[n]` to `wordsFrom[n + 1]`. */
  wordsFrom: Int32Array;
  words: Int32Array;
  /** Names with word w: `names` from `namesFrom[w]` to `namesFrom[w + 1]`. */
  namesFrom: Int32Array;
  names: Int32Array;
  /** Words of all names of an area, sorted, by which a query names the surroundings of a place. */
  areaWords: readonly (Int32Array | undefined)[];
}

/** Builds the index in slices of a few milliseconds. */
export async function buildNameIndex({ records }: Gazetteer): Promise<NameIndex> {
  const pause = slices();
  const collected = new CollectedNames();
  for (const [place, record] of records.entries()) {
    collected.addPlace(place, record);
    await pause();
  }
  const vocabulary = new Vocabulary(collected.wordNumbers.keys());
  await pause();
  const words = renumber(collected, vocabulary);
  await pause();
  const wordsFrom = Int32Array.from(collected.wordsFrom);
  const placeOf = Int32Array.from(collected.placeOf);
  const byName = { wordsFrom, words, placeOf, kindOf: Uint8Array.from(collected.kindOf) };
  const byWord = invert(byName, vocabulary.words.length);
  await pause();
  return { vocabulary, ...byName, ...byWord, areaWords: collectAreaWords(byName, records) };
}

/** The words of the names by their number in the sorted vocabulary. */
function renumber(collected: CollectedNames, vocabulary: Vocabulary): Int32Array {
  const renumbered = new Int32Array(vocabulary.words.length);
  for (const [number, word] of vocabulary.words.entries()) {
    renumbered[collected.wordNumbers.get(word) ?? 0] = number;
  }
  return Int32Array.from(collected.words, (word) => renumbered[word] ?? 0);
}

type ByName = Pick<NameIndex, 'wordsFrom' | 'words' | 'placeOf'>;

/** Turns words by name into names by word. */
function invert({ wordsFrom, words, placeOf }: ByName, wordCount: number) {
  const namesFrom = new Int32Array(wordCount + 1);
  for (const word of words) namesFrom[word + 1] = (namesFrom[word + 1] ?? 0) + 1;
  for (let word = 1; word <= wordCount; word += 1) {
    namesFrom[word] = (namesFrom[word] ?? 0) + (namesFrom[word - 1] ?? 0);
  }
  const next = namesFrom.slice();
  const names = new Int32Array(words.length);
  for (let name = 0; name < placeOf.length; name += 1) {
    for (let at = wordsFrom[name] ?? 0; at < (wordsFrom[name + 1] ?? 0); at += 1) {
      const word = words[at] ?? 0;
      const slot = next[word] ?? 0;
      names[slot] = name;
      next[word] = slot + 1;
    }
  }
  return { namesFrom, names };
}

function collectAreaWords(
  { wordsFrom, words, placeOf }: ByName,
  records: readonly PlaceRecord[],
): (Int32Array | undefined)[] {
  const found: number[][] = [];
  for (const [name, place] of placeOf.entries()) {
    const kind = records[place]?.kind;
    if (kind === 'capital' || kind === 'settlement') continue;
    found[place] ??= [];
    for (let at = wordsFrom[name] ?? 0; at < (wordsFrom[name + 1] ?? 0); at += 1) {
      found[place].push(words[at] ?? 0);
    }
  }
  return records.map((_, place) => found[place] && Int32Array.from(found[place]).sort());
}
