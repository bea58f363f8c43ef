// Which addresses have a house number.
import { addressBook } from './address-book';

let sorted: Uint32Array | undefined;

/** Positions of the addresses with this number, ascending. */
export function positionsOfNumber(number: number): Uint32Array {
  const { number: numbers, size } = addressBook();
  // Sorted as numbers: the house number, and behind it the position.
  sorted ??= Uint32Array.from(
    Float64Array.from({ length: size }, (_, at) => (numbers[at] ?? 0) * size + at).sort(),
    (each) => each % size,
  );
  const from = firstNotBelow(sorted, numbers, number);
  return sorted.subarray(from, firstNotBelow(sorted, numbers, number + 1));
}

function firstNotBelow(order: Uint32Array, numbers: Uint32Array, wanted: number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((numbers[order[middle] ?? 0] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
