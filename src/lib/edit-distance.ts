// Counts the typing mistakes by which two words differ.

/**
 * Returns the number of letters that are added, missing, wrong or swapped with the next letter (optimal string
 * alignment distance). Returns `most + 1` if that number is greater than `most`.
 */
export function editDistance(left: string, right: string, most = Number.POSITIVE_INFINITY): number {
  if (left === right) return 0;
  if (Math.abs(left.length - right.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let cost = Math.min(
        costAt(last, column) + 1,
        costAt(current, column - 1) + 1,
        costAt(last, column - 1) + (same ? 0 : 1),
      );
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      if (row > 1 && column > 1 && swapped) {
        cost = Math.min(cost, costAt(beforeLast, column - 2) + 1);
      }
      current.push(cost);
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return Math.min(costAt(last, right.length), most + 1);
}

function costAt(costs: readonly number[], column: number): number {
  return costs[column] ?? Number.POSITIVE_INFINITY;
}
