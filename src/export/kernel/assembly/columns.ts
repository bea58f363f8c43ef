// AssemblyScript. Converts rows to columns for Parquet files and usage counts, one row group at a time. Replaces each
// text with its number in the column's dictionary of distinct texts. Converts timestamps to milliseconds, and
// lookups_consumed to 64-bit integers.
import { beginCall, checkRow, endCall } from './check';
import { beginsPart, isDividing } from './parts';
import {
  COLUMNS,
  CONSUMED,
  copyContent,
  fieldCount,
  fieldEnd,
  fieldIsRaw,
  fieldStart,
  guard,
  rowIncomplete,
  skipBlank,
  splitRow,
} from './rows';
import { clearTexts, GROUP_ROWS, heapLength, putText, setUpTexts, textsSize } from './texts';
import { NO_TIME, timeOf } from './times';

/** A row group ends when the total size of its distinct texts reaches this value, in bytes. */
const GROUP_BYTES: usize = 4194304;

const NO_DAY: i32 = i32.MIN_VALUE;

let base: usize = 0;

/** The number of rows in the group so far. */
export let groupRows: u32 = 0;
/** The number of rows with more than nine columns, in all groups. */
export let wideRows: u32 = 0;
/**
 * The day of the row at which `toColumns` stopped, in days since 1970. If the row's timestamp is not readable, the
 * value is the smallest 32-bit integer.
 */
export let nextDay: i32 = NO_DAY;
/** The day whose rows `toColumns` reads if `byDay` is set. The initial value is a day that no row has. */
let openDay: i32 = i32.MAX_VALUE;

/** A bit mask of the columns whose texts the kernel keeps. */
let keptTexts: u32 = 0xffffffff;

/** The number of readable timestamps in the group, and the earliest and the latest readable timestamp. */
export let knownTimes: u32 = 0;
export let earliest: i64 = 0;
export let latest: i64 = 0;
/** The number of readable values of lookups_consumed in the group, and the smallest and the largest readable value. */
export let knownConsumed: u32 = 0;
export let fewest: i64 = 0;
export let most: i64 = 0;

/** Returns the number of bytes that `setUp` needs at `address`, without the heap. */
export function columnsSize(): usize {
  return textsSize() + <usize>GROUP_ROWS * 18;
}

/**
 * Sets the addresses of the memory for the columns and for the heap. `random` is the seed for the hashes. Without a
 * random seed, an attacker could prepare texts that all have the same hash.
 */
export function setUp(address: usize, heapAddress: usize, random: u64): void {
  setUpTexts(address, heapAddress, random);
  base = address + textsSize();
  clearGroup();
}

/** Removes all rows from the group. */
export function clearGroup(): void {
  clearTexts();
  groupRows = 0;
  knownTimes = 0;
  knownConsumed = 0;
}

export function setOpenDay(day: i32): void {
  openDay = day;
}

export function keepTexts(columns: u32): void {
  keptTexts = columns;
}

/** Returns the address of the readable timestamps, 8 bytes each. */
export function timesAt(): usize {
  return base;
}
/** Returns the address of the readable values of lookups_consumed, 8 bytes each. */
export function consumedAt(): usize {
  return timesAt() + <usize>GROUP_ROWS * 8;
}
/**
 * Returns the address of the timestamp flags, one byte for each row. A flag is 1 if the timestamp is readable. The
 * flags for lookups_consumed follow these flags.
 */
export function timeKnownAt(): usize {
  return consumedAt() + <usize>GROUP_ROWS * 8;
}
export function consumedKnownAt(): usize {
  return timeKnownAt() + <usize>GROUP_ROWS;
}

/**
 * Reads rows into the group. `scratch` must have space for the longest timestamp or number. Returns 1 if the group is
 * full, 2 if `byDay` is set and the next row has a different day (`nextDay`), 3 if the next row begins a part, and 0 if
 * the function has read all complete rows.
 */
export function toColumns(
  start: usize,
  length: usize,
  isLast: bool,
  byDay: bool,
  scratch: usize,
): u32 {
  const end = start + length;
  guard(end);
  let i = start;
  let status: u32 = 0;
  beginCall();
  while (true) {
    if (groupRows >= GROUP_ROWS || heapLength() >= GROUP_BYTES) {
      status = 1;
      break;
    }
    const row = skipBlank(i, end, isLast);
    i = row;
    if (row >= end) break;
    const next = splitRow(row, end, isLast);
    if (rowIncomplete) break;
    const time = timeOfRow(scratch);
    if (byDay) {
      const day: i32 = time === NO_TIME ? NO_DAY : (floorDiv(time, 86400000) as i32);
      if (day !== openDay) {
        nextDay = day;
        status = 2;
        break;
      }
    }
    if (isDividing() && beginsPart(time)) {
      status = 3;
      break;
    }
    checkRow();
    putTime(time);
    putConsumed(scratch);
    for (let c: u32 = 1; c < COLUMNS; c++) {
      if (c !== CONSUMED && (keptTexts & (1 << c)) !== 0) putText(c, groupRows);
    }
    if (fieldCount > COLUMNS) wideRows += 1;
    groupRows += 1;
    i = next;
  }
  endCall(i - start, 0);
  return status;
}

function floorDiv(value: i64, by: i64): i64 {
  const quotient = value / by;
  return value % by < 0 ? quotient - 1 : quotient;
}

function timeOfRow(scratch: usize): i64 {
  if (!fieldIsRaw(0)) return timeOf(fieldStart(0), fieldEnd(0));
  const isLong = fieldEnd(0) - fieldStart(0) >= 64;
  return timeOf(scratch, isLong ? scratch : copyContent(0, scratch));
}

function putTime(time: i64): void {
  const isKnown = time !== NO_TIME;
  store<u8>(timeKnownAt() + <usize>groupRows, isKnown ? 1 : 0);
  if (!isKnown) return;
  store<i64>(timesAt() + ((<usize>knownTimes) << 3), time);
  if (knownTimes === 0 || time < earliest) earliest = time;
  if (knownTimes === 0 || time > latest) latest = time;
  knownTimes += 1;
}

function putConsumed(scratch: usize): void {
  let from = scratch;
  let to = scratch;
  if (CONSUMED < fieldCount) {
    if (fieldIsRaw(CONSUMED)) {
      if (fieldEnd(CONSUMED) - fieldStart(CONSUMED) < 32) to = copyContent(CONSUMED, scratch);
    } else {
      from = fieldStart(CONSUMED);
      to = fieldEnd(CONSUMED);
    }
  }
  const negative = to > from && load<u8>(from) === 45;
  let i = negative ? from + 1 : from;
  // The kernel treats a number with more than 18 digits as unreadable, because the number might not fit into 64 bits.
  let isKnown = to > i && to - i <= 18;
  let value: i64 = 0;
  for (; isKnown && i < to; i++) {
    const c: u32 = load<u8>(i);
    isKnown = c >= 48 && c <= 57;
    value = value * 10 + <i64>(c - 48);
  }
  if (negative) value = -value;
  store<u8>(consumedKnownAt() + <usize>groupRows, isKnown ? 1 : 0);
  if (!isKnown) return;
  store<i64>(consumedAt() + ((<usize>knownConsumed) << 3), value);
  if (knownConsumed === 0 || value < fewest) fewest = value;
  if (knownConsumed === 0 || value > most) most = value;
  knownConsumed += 1;
}
