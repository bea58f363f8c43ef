// Compares the words of one name with the words of a query.
import type { NameIndex } from './name-index';
import type { NameMatch } from './ranking';
import { fits, type TypedWord } from './typed-word';

/**
 * How a name and the names of its surroundings answer a query; undefined when a typed word finds
 * nothing, or none lies in the name itself.
 * @param around sorted words of the areas the place lies in
 */
export function matchName(
  index: NameIndex,
  name: number,
  typed: readonly TypedWord[],
  around: () => readonly Int32Array[],
): NameMatch | undefined {
  const from = index.wordsFrom[name] ?? 0;
  const length = (index.wordsFrom[name + 1] ?? from) - from;
  const taken: number[] = [];
  const mistyped: number[] = [];
  let inOrder = true;
  let allFinished = true;
  let typedLetters = 0;
  let wordsAround = 0;
  for (const word of typed) {
    const { position, fit } = bestPosition(index, from, length, word, taken);
    if (position < 0) {
      const surrounding = fitAround(word, around());
      if (surrounding === fits.none) return undefined;
      if (surrounding <= fits.mistyped) mistyped.push(word.letters);
      wordsAround += 1;
      continue;
    }
    inOrder &&= position === taken.length && allFinished;
    allFinished &&= fit === fits.exact || fit === fits.mistyped;
    if (fit <= fits.mistyped) mistyped.push(word.letters);
    taken.push(position);
    typedLetters += Math.min(word.letters, letters(index, from + position));
  }
  if (taken.length === 0) return undefined;
  let allLetters = 0;
  for (let at = from; at < from + length; at += 1) allLetters += letters(index, at);
  return {
    whole: inOrder && allFinished && taken.length === length,
    begins: inOrder,
    covered: typedLetters / allLetters,
    mistyped,
    around: wordsAround,
  };
}

/** The best fitting word of the name that no earlier typed word has taken. */
function bestPosition(
  index: NameIndex,
  from: number,
  length: number,
  word: TypedWord,
  taken: readonly number[],
): { position: number; fit: number } {
  let position = -1;
  let best: number = fits.none;
  for (let at = 0; at < length && best < fits.exact; at += 1) {
    if (taken.includes(at)) continue;
    const fit = word.fit(index.words[from + at] ?? 0);
    if (fit > best) [position, best] = [at, fit];
  }
  return { position, fit: best };
}

function fitAround(word: TypedWord, around: readonly Int32Array[]): number {
  let best: number = fits.none;
  for (const words of around) best = Math.max(best, word.fitAmong(words));
  return best;
}

function letters(index: NameIndex, at: number): number {
  return index.vocabulary.words[index.words[at] ?? 0]?.length ?? 0;
}
