// Finds the address that a written one means: words in any order, with typing mistakes and missing parts. The
// rules of verification and cleansing.
import { firstNotBefore } from '../first-not-before';
import type { AddressMatch } from '../schemas/lookup-results';
import { addressBook, streetStanding } from './address-book';
import { recordOf } from './address-record';
import { rowAt } from './address-rows';
import { streetWords, wordsAt } from './address-words';
import { Likeness } from './alignment';
import { completenessOf, fitOf, foundParts, isMeant } from './match-rules';
import { wordsOf } from './words';

interface Candidate {
  position: number;
  fit: number;
  completeness: number;
}

/** Below this, too much of the text does not belong to the address. */
const leastFit = 0.5;

/** The address that is meant. It needs the house number, the street, and the city or its ZIP code. */
export function matchAddress(text: string): AddressMatch {
  const asked = withoutCountry(wordsOf(text));
  const likeness = new Likeness(asked);
  const candidates = nearby(asked, likeness).flatMap((at) => judge(at, asked, likeness) ?? []);
  const best = candidates.sort((a, b) => better(a, b) || likelier(a, b))[0];
  if (!best) return { match: null, count: 0, fit: 0, confidence: 0 };
  const count = candidates.filter((candidate) => better(best, candidate) === 0).length;
  return {
    match: recordOf(rowAt(best.position)),
    count,
    fit: rounded(best.fit),
    confidence: rounded((best.fit * best.completeness) / count),
  };
}

/** The candidates: addresses with the query's house number and a word of the street. */
function nearby(asked: readonly string[], likeness: Likeness): number[] {
  const book = addressBook();
  const isNamed = (position: number): boolean =>
    streetWords(book.streetAt(position)).some(
      (word) =>
        (word.part === 'street' || word.part === 'street alias') &&
        likeness.of(word).some((similarity) => similarity > 0),
    );
  return [...new Set(asked)]
    .filter((word) => /^[1-9]\d{0,5}$/.test(word))
    .flatMap((word) => [...positionsOfNumber(Number(word))].filter(isNamed));
}

function judge(
  position: number,
  asked: readonly string[],
  likeness: Likeness,
): Candidate | undefined {
  const parts = foundParts(wordsAt(position), asked, likeness);
  if (!isMeant(parts)) return undefined;
  const fit = fitOf(parts);
  return fit < leastFit ? undefined : { position, fit, completeness: completenessOf(parts) };
}

function better(a: Candidate, b: Candidate): number {
  return b.fit - a.fit || b.completeness - a.completeness;
}

/** Among equal addresses, the better known one. */
function likelier(a: Candidate, b: Candidate): number {
  const book = addressBook();
  const [left, right] = [a, b].map(({ position }) => streetStanding(book.streetAt(position)));
  return (right ?? 0) - (left ?? 0) || a.position - b.position;
}

/** Removes the name of the country from the end. */
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

let sorted: Uint32Array | undefined;

/** Positions of the addresses with this number, ascending. */
function positionsOfNumber(number: number): Uint32Array {
  const { number: numbers, size } = addressBook();
  // Sorted as numbers: the house number, then the position.
  sorted ??= Uint32Array.from(
    Float64Array.from({ length: size }, (_, at) => (numbers[at] ?? 0) * size + at).sort(),
    (each) => each % size,
  );
  const order = sorted;
  const firstOf = (wanted: number) =>
    firstNotBefore(0, order.length, (at) => (numbers[order[at] ?? 0] ?? 0) < wanted);
  return order.subarray(firstOf(number), firstOf(number + 1));
}
