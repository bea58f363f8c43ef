// Finds the address that a written one means: in any order, with typing mistakes and missing pieces.
// The rules of verification and cleansing.
import type { AddressMatch } from '../schemas/lookup-results';
import { type IndexedAddress, indexedAddresses, positionsOfWord } from './address-index';
import { recordOf } from './address-record';
import { completenessOf, fitOf, foundParts, isMeant } from './match-rules';
import { wordsOf } from './words';

interface Candidate {
  address: IndexedAddress;
  fit: number;
  completeness: number;
}

/** Below this, too much of what was written is about something else. */
const leastFit = 0.5;

/** The address that is meant. It takes the house number, the street, and the city or its ZIP code. */
export function matchAddress(text: string): AddressMatch {
  const asked = withoutCountry(wordsOf(text));
  const candidates = nearby(asked).flatMap((address) => judge(address, asked) ?? []);
  const best = candidates.sort(better)[0];
  if (!best) return { match: null, count: 0, fit: 0, confidence: 0 };
  const count = candidates.filter((candidate) => better(best, candidate) === 0).length;
  return {
    match: recordOf(best.address.row),
    count,
    fit: rounded(best.fit),
    confidence: rounded((best.fit * best.completeness) / count),
  };
}

/** Addresses whose house number is in the question: without it none can be meant. */
function nearby(asked: readonly string[]): IndexedAddress[] {
  const positions = new Set(asked.filter((word) => /^\d+$/.test(word)).flatMap(positionsOfWord));
  return [...positions]
    .sort((a, b) => a - b)
    .flatMap((at) => indexedAddresses()[at] ?? [])
    .filter(({ row }) => asked.includes(row.primary_number));
}

function judge(address: IndexedAddress, asked: readonly string[]): Candidate | undefined {
  const parts = foundParts(address.words, asked);
  if (!isMeant(parts)) return undefined;
  const fit = fitOf(parts);
  return fit < leastFit ? undefined : { address, fit, completeness: completenessOf(parts) };
}

function better(a: Candidate, b: Candidate): number {
  return b.fit - a.fit || b.completeness - a.completeness;
}

/** Drops the name of the country from the end. */
function withoutCountry(words: readonly string[]): readonly string[] {
  const countries = ['united states of america', 'united states', 'usa', 'us', 'america'];
  for (const country of countries) {
    const length = country.split(' ').length;
    if (words.slice(-length).join(' ') === country) return words.slice(0, -length);
  }
  return words;
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
