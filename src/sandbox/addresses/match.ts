// Finds the address that a written one means: words in any order, with typing mistakes and missing parts. The
// rules of verification and cleansing.
import type { AddressMatch } from '../../api/addresses';
import { type Address, type AddressWord, addresses } from './addresses';
import { similarity, stateNamedBy, wordsOf } from './words';

/** Below this, too much of the text does not belong to the address. */
const leastFit = 0.5;

/** The address that is meant. It needs the house number, the street, and the city or its ZIP code. */
export function matchAddress(text: string): AddressMatch {
  const words = wordsOf(text);
  const asked = words.at(-1) === 'usa' ? words.slice(0, -1) : words;
  const found = addresses
    .flatMap((address) => compare(asked, address) ?? [])
    .sort((a, b) => b.fit - a.fit || b.completeness - a.completeness);
  const [best] = found;
  if (!best) return { match: null, count: 0, fit: 0, confidence: 0 };
  const { fit, completeness } = best;
  const count = found.filter(
    (other) => other.fit === fit && other.completeness === completeness,
  ).length;
  const confidence = (fit * completeness) / count;
  return { match: best.address.record, count, fit, confidence: rounded(confidence) };
}

interface Compared {
  address: Address;
  /** 0 to 1: the share of the written words that the address has. */
  fit: number;
  /** 0 to 1: the share of the address's parts that were written. */
  completeness: number;
}

/** A written address compared with one of the fixture; undefined if it can't be meant. */
function compare(asked: readonly string[], address: Address): Compared | undefined {
  const { words } = address;
  if (!asked.includes(words[0]?.text ?? '')) return undefined;
  const rest = new Set(asked.keys());
  const found = new Map<AddressWord, number>();
  for (const similar of [(a: string, b: string) => Number(a === b), similarity]) {
    for (const word of words) {
      if (found.has(word)) continue;
      const at = [...rest].find((one) => similar(asked[one] ?? '', word.text) > 0);
      if (at === undefined) continue;
      rest.delete(at);
      found.set(word, similar(asked[at] ?? '', word.text));
    }
  }
  const parts = new Set(words.map(({ part }) => part));
  parts.delete('designator');
  parts.delete('plus 4');
  const written = new Set(
    [...parts].filter((part) => words.every((word) => word.part !== part || found.has(word))),
  );
  // Another apartment is another address, and so is one in another city or state.
  if (!written.has('street') || (parts.has('unit') && !written.has('unit'))) return undefined;
  if (!written.has('zip')) {
    if (!written.has('city') && rest.size > 0) return undefined;
    if ([...rest].some((at) => stateNamedBy(asked[at] ?? ''))) return undefined;
  }
  const sum = [...found.values()].reduce((all, each) => all + each, 0);
  const fit = rounded(sum / asked.length);
  return fit < leastFit ? undefined : { address, fit, completeness: written.size / parts.size };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
