// Which addresses hold a word, so that no question walks through all of them. Built on first use.
import { type AddressRow, addressRows } from './address-rows';
import { type AddressWord, addressWords } from './address-words';

/** An address with its words. */
export interface IndexedAddress {
  row: AddressRow;
  words: readonly AddressWord[];
}

interface AddressIndex {
  addresses: readonly IndexedAddress[];
  /** Positions in `addresses`, ascending, by the form of a word. */
  positions: ReadonlyMap<string, readonly number[]>;
  /** All forms, sorted by code unit. */
  forms: readonly string[];
}

let index: AddressIndex | undefined;

/** All addresses in the order of the data. */
export function indexedAddresses(): readonly IndexedAddress[] {
  return theIndex().addresses;
}

/** Positions of the addresses that hold exactly this word. */
export function positionsOfWord(word: string): readonly number[] {
  return theIndex().positions.get(word) ?? [];
}

/** Positions of the addresses that hold a word which begins so. */
export function positionsOfPrefix(prefix: string): ReadonlySet<number> {
  const { forms, positions } = theIndex();
  const found = new Set<number>();
  for (let at = firstNotBelow(forms, prefix); forms[at]?.startsWith(prefix); at++) {
    for (const position of positions.get(forms[at] ?? '') ?? []) found.add(position);
  }
  return found;
}

function theIndex(): AddressIndex {
  index ??= buildIndex();
  return index;
}

function buildIndex(): AddressIndex {
  const addresses = addressRows().map((row) => ({ row, words: addressWords(row) }));
  const positions = new Map<string, number[]>();
  for (const [position, { words }] of addresses.entries()) {
    for (const { forms } of words) {
      for (const form of forms) {
        const known = positions.get(form);
        if (known === undefined) positions.set(form, [position]);
        else if (known.at(-1) !== position) known.push(position);
      }
    }
  }
  return { addresses, positions, forms: [...positions.keys()].sort() };
}

function firstNotBelow(sorted: readonly string[], wanted: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
