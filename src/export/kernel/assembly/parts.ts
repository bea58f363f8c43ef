// AssemblyScript. Divides a window of the log into parts. A part begins with a row that is later than every row
// before it: a request from its time on brings that row and those behind it, and no other.
import { fieldEnd, fieldIsRaw, fieldStart } from './rows';
import { NO_TIME, timeOf } from './times';

/** Rows of a part; those of its last moment stay together. 0: nothing is divided. */
let size: u32 = 0;
/** Rows of the part so far. */
let rows: u32 = 0;
let latest: i64 = NO_TIME;

/** Time of the row that begins the next part. */
export let partTime: i64 = 0;
/** Whether the rows so far have times, none earlier than the one before. */
export let inOrder: bool = true;

/** Rows from a time on follow. */
export function beginParts(rowsOfPart: u32, from: i64): void {
  size = rowsOfPart;
  rows = 0;
  latest = from;
  inOrder = true;
}

/** Whether the times of rows matter. */
export function isDividing(): bool {
  return size !== 0 && inOrder;
}

/** Whether the row of this time begins a part. If so, it is asked again once the part has begun. */
export function beginsPart(time: i64): bool {
  if (rows >= size && time > latest) {
    rows = 0;
    partTime = time;
    return true;
  }
  passRow(time);
  return false;
}

/** Takes a row into the part that is under way. */
export function passRow(time: i64): void {
  inOrder = time !== NO_TIME && time >= latest;
  latest = time;
  rows += 1;
}

/** As `beginsPart`, for the last row that was split. */
export function rowBeginsPart(): bool {
  if (!isDividing()) return false;
  return beginsPart(fieldIsRaw(0) ? NO_TIME : timeOf(fieldStart(0), fieldEnd(0)));
}
