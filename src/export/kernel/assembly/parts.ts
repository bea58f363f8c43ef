// AssemblyScript. Divides a window of the log into parts. A part ends only before a row that is later than all previous
// rows. A request that starts at the time of this row returns exactly this row and all later rows.
import { fieldEnd, fieldIsRaw, fieldStart } from './rows';
import { NO_TIME, timeOf } from './times';

/**
 * The minimum number of rows in a part. A part has more rows if several rows at its end have the same time. If the
 * value is 0, the kernel does not divide the window.
 */
let size: u32 = 0;
/** The number of rows in the current part so far. */
let rows: u32 = 0;
let latest: i64 = NO_TIME;

/** The time of the row that begins the next part. */
export let partTime: i64 = 0;
/** True if all rows so far have readable timestamps and are sorted by time. */
export let inOrder: bool = true;

/**
 * Begins a window. `from` is `NO_TIME` for a complete window, or the time at which the rest of an interrupted window
 * starts.
 */
export function beginParts(rowsOfPart: u32, from: i64): void {
  size = rowsOfPart;
  rows = 0;
  latest = from;
  inOrder = true;
}

/** True if the kernel divides the window into parts, and all rows so far are sorted by time. */
export function isDividing(): bool {
  return size !== 0 && inOrder;
}

/**
 * Returns true if a row with this time begins a part. In this case, the caller must read the row again in the next
 * part. If the row does not begin a part, adds the row to the current part and returns false.
 */
export function beginsPart(time: i64): bool {
  if (rows >= size && time > latest) {
    rows = 0;
    partTime = time;
    return true;
  }
  passRow(time);
  return false;
}

/** Adds a row to the current part. */
export function passRow(time: i64): void {
  inOrder = time !== NO_TIME && time >= latest;
  latest = time;
  rows += 1;
}

/** Like `beginsPart`, but for the row that `splitRow` split last. */
export function rowBeginsPart(): bool {
  if (!isDividing()) return false;
  return beginsPart(fieldIsRaw(0) ? NO_TIME : timeOf(fieldStart(0), fieldEnd(0)));
}
