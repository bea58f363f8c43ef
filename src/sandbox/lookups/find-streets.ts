// The streets with the typed words, and their matching addresses.
import { addressBook, type Street } from './address-book';
import { isSuffixOrDirection, isUnitWord } from './spellings';
import { type Reading, rankOf } from './street-rank';
import { TypedNumbers } from './typed-numbers';
import { type TypedWords, wholeLast } from './typed-words';

/** With more wrong words, it is another address. */
const mostMistyped = 2;

/** A street, and its addresses with the typed words. */
export interface FoundStreet {
  street: Street;
  /** The likeliest first, at least one. */
  positions: readonly number[];
  /** From 0, the better the smaller (street-rank.ts). */
  rank: number;
  /** The number of words that were treated as mistyped. */
  mistyped: number;
  /** The last word is there as it was typed, not as the beginning of another. */
  isWhole: boolean;
}

/**
 * The answer of the strictest reading with a result, in the order of the data. A word for a unit alone is not
 * searched for.
 */
export function findStreets(typed: TypedWords): FoundStreet[] {
  if (typed.words.every((word) => isUnitWord(word))) return [];
  const exact = typed.exact();
  const strict = read(typed, exact, undefined, { near: false, optional: 0 });
  if (strict.length > 0) return strict;
  const near = typed.near();
  const mistyped = read(typed, exact, near, { near: true, optional: 0 });
  if (mistyped.length > 0) return mistyped;
  const optional = bitsOfSharedWords(typed);
  if (optional === 0 || optional === typed.all) return [];
  return read(typed, exact, near, { near: true, optional });
}

/** Bits of suffixes, directions and units: people confuse them more often than names and numbers. */
function bitsOfSharedWords(typed: TypedWords): number {
  let bits = 0;
  for (const [at, word] of typed.words.entries()) {
    if (isSuffixOrDirection(word)) bits |= typed.bitOf(word);
    const unit = typed.words[at + 1];
    if (at > 0 && isUnitWord(word)) bits |= typed.bitOf(word) | typed.bitOf(unit ?? word);
  }
  return bits;
}

function read(
  typed: TypedWords,
  exact: Uint32Array,
  near: Uint32Array | undefined,
  reading: Reading,
): FoundStreet[] {
  const found: FoundStreet[] = [];
  const required = typed.all & ~reading.optional;
  const numbers = new TypedNumbers(typed);
  for (const [at, street] of addressBook().streets.entries()) {
    const has = exact[at] ?? 0;
    const missing = required & ~has & ~(near?.[at] ?? 0);
    if ((missing & ~numbers.bits) !== 0) continue;
    const mistyped = count(required & ~has & ~missing);
    if (mistyped > mostMistyped) continue;
    const positions = numbers.positionsIn(street, missing);
    const [first] = positions;
    if (first === undefined) continue;
    const isWhole = (has & wholeLast) !== 0 || numbers.isLastWhole(first);
    const rank = rankOf(first, numbers.first, typed, reading);
    found.push({ street, positions, rank, mistyped, isWhole });
  }
  return found;
}

function count(bits: number): number {
  let found = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) found += 1;
  return found;
}
