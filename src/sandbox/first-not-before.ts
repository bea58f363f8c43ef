// Binary search.

/** The first position in a sorted range that is not before what is wanted; `to` where all are. */
export function firstNotBefore(
  from: number,
  to: number,
  isBefore: (position: number) => boolean,
): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
