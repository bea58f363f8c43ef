// AssemblyScript. Rows to columns for Parquet: text columns become numbers into a dictionary of their
// distinct values, timestamps milliseconds, lookups consumed 32-bit integers. One row group at a time.
import {
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

/** Reads a timestamp that is not in the usual form; not a number where it is none. */
@external('env', 'parseTimestamp')
declare function parseTimestamp(address: usize, length: usize): f64;

/** Most rows of a group. */
export const GROUP_ROWS: u32 = 32768;
/** A group ends after the row that brings its distinct texts to this many bytes. */
export const GROUP_BYTES: usize = 4194304;

const COLUMNS: u32 = 9;
const CONSUMED: u32 = 6;
const TABLE_SIZE: u32 = 65536;
const NO_DAY: i32 = i32.MIN_VALUE;
const NO_TIME: i64 = i64.MIN_VALUE;

/** Bytes of one column: table, hashes, addresses of the distinct values, number of each row's value. */
const COLUMN_SIZE: usize = TABLE_SIZE * 4 + GROUP_ROWS * 12;

let base: usize = 0;
let heap: usize = 0;
let heapUsed: usize = 0;
let seed: u64 = 0;

export let columnsConsumed: usize = 0;
/** Rows in the group so far. */
export let groupRows: u32 = 0;
/** Rows with more than the nine columns, ever. */
export let wideRows: u32 = 0;
/** Day of the row that did not fit, in days since 1970; the smallest integer for no readable timestamp. */
export let nextDay: i32 = NO_DAY;
/** Day the rows must be of, where they are kept apart by day; at first one that no row is of. */
export let openDay: i32 = i32.MAX_VALUE;

/** Bytes that `setUp` needs at its address, without the heap. */
export function columnsSize(): usize {
  return (<usize>COLUMNS) * COLUMN_SIZE + (<usize>COLUMNS) * 16 + (<usize>GROUP_ROWS) * 14;
}

/** Names the memory to work in. `random` keeps crafted texts from all meeting in one place of a table. */
export function setUp(address: usize, heapAddress: usize, random: u64): void {
  base = address;
  heap = heapAddress;
  seed = random;
  clearGroup();
}

/** Tells of a heap that was moved. */
export function moveHeap(address: usize): void {
  memory.copy(address, heap, heapUsed);
  heap = address;
}

export function heapLength(): usize {
  return heapUsed;
}

/** Forgets the rows of the group. */
export function clearGroup(): void {
  for (let c: u32 = 0; c < COLUMNS; c++) {
    memory.fill(columnAt(c), 0, TABLE_SIZE * 4);
    store<u32>(statsAt(c), 0);
    store<u32>(statsAt(c), 0, 4);
    store<u32>(statsAt(c), 0, 8);
  }
  heapUsed = 0;
  groupRows = 0;
}

export function setOpenDay(day: i32): void {
  openDay = day;
}

@inline
function columnAt(column: u32): usize {
  return base + (<usize>column) * COLUMN_SIZE;
}

/** Numbers about a column: distinct values, their bytes, bytes of all values; each with its length prefix. */
@inline
function statsAt(column: u32): usize {
  return base + (<usize>COLUMNS) * COLUMN_SIZE + ((<usize>column) << 4);
}

/** Timestamps, 8 bytes a row; then lookups consumed, 4 bytes a row; then a byte a row for each: known or not. */
export function timesAt(): usize {
  return statsAt(COLUMNS);
}
export function consumedAt(): usize {
  return timesAt() + (<usize>GROUP_ROWS) * 8;
}
export function timeKnownAt(): usize {
  return consumedAt() + (<usize>GROUP_ROWS) * 4;
}
export function consumedKnownAt(): usize {
  return timeKnownAt() + <usize>GROUP_ROWS;
}
/** Number of each row's value in a column's dictionary, 4 bytes a row. */
export function idsAt(column: u32): usize {
  return columnAt(column) + TABLE_SIZE * 4 + GROUP_ROWS * 8;
}
export function distinctOf(column: u32): u32 {
  return load<u32>(statsAt(column));
}
export function distinctBytesOf(column: u32): u32 {
  return load<u32>(statsAt(column), 4);
}
export function allBytesOf(column: u32): u32 {
  return load<u32>(statsAt(column), 8);
}

/**
 * Takes rows into the group. `scratch` is room for the longest timestamp or number. Sets
 * `columnsConsumed`; returns 1 where the group is full, 2 where `byDay` and the next row is of another
 * day (`nextDay`), else 0.
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
  while (true) {
    if (groupRows >= GROUP_ROWS || heapUsed >= GROUP_BYTES) {
      status = 1;
      break;
    }
    const row = skipBlank(i, end, isLast);
    i = row;
    if (row >= end) break;
    const next = splitRow(row, end, isLast);
    if (rowIncomplete) break;
    const time = timeOf(scratch);
    if (byDay) {
      const day: i32 = time == NO_TIME ? NO_DAY : (floorDiv(time, 86400000) as i32);
      if (day != openDay) {
        nextDay = day;
        status = 2;
        break;
      }
    }
    store<i64>(timesAt() + ((<usize>groupRows) << 3), time == NO_TIME ? 0 : time);
    store<u8>(timeKnownAt() + <usize>groupRows, time == NO_TIME ? 0 : 1);
    putConsumed(scratch);
    for (let c: u32 = 1; c < COLUMNS; c++) if (c != CONSUMED) putText(c);
    if (fieldCount > COLUMNS) wideRows += 1;
    groupRows += 1;
    i = next;
  }
  columnsConsumed = i - start;
  return status;
}

function floorDiv(value: i64, by: i64): i64 {
  const quotient = value / by;
  return value % by < 0 ? quotient - 1 : quotient;
}

function putText(column: u32): void {
  const entry = heap + heapUsed;
  const content = entry + 8;
  const stop = column < fieldCount ? copyContent(column, content) : content;
  const length = (stop - content) as u32;
  store<u32>(entry, length);
  store<u64>(stop, 0);
  let mixed: u64 = seed ^ <u64>length;
  for (let at = content; at < stop; at += 8) {
    mixed = (mixed ^ load<u64>(at)) * 0x9e3779b97f4a7c15;
    mixed ^= mixed >> 29;
  }
  const hash = (mixed ^ (mixed >> 32)) as u32;
  const table = columnAt(column);
  const hashes = table + TABLE_SIZE * 4;
  const entries = hashes + GROUP_ROWS * 4;
  const stats = statsAt(column);
  let slot = hash & (TABLE_SIZE - 1);
  let id: u32 = 0;
  while (true) {
    const known = load<u32>(table + ((<usize>slot) << 2));
    if (known == 0) {
      id = load<u32>(stats);
      store<u32>(table + ((<usize>slot) << 2), id + 1);
      store<u32>(hashes + ((<usize>id) << 2), hash);
      store<u32>(entries + ((<usize>id) << 2), heapUsed as u32);
      store<u32>(stats, id + 1);
      store<u32>(stats, load<u32>(stats, 4) + length + 4, 4);
      heapUsed += (8 + <usize>length + 7) & ~7;
      break;
    }
    id = known - 1;
    if (
      load<u32>(hashes + ((<usize>id) << 2)) == hash &&
      same(heap + load<u32>(entries + ((<usize>id) << 2)), entry, length)
    ) {
      break;
    }
    slot = (slot + 1) & (TABLE_SIZE - 1);
  }
  store<u32>(stats, load<u32>(stats, 8) + length + 4, 8);
  store<u32>(idsAt(column) + ((<usize>groupRows) << 2), id);
}

/** Whether two entries hold the same bytes; both are filled up with zeros to 8. */
function same(a: usize, b: usize, length: u32): bool {
  if (load<u32>(a) != length) return false;
  for (let at: usize = 8; at < 8 + <usize>length; at += 8) {
    if (load<u64>(a + at) != load<u64>(b + at)) return false;
  }
  return true;
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
  const negative = to > from && load<u8>(from) == 45;
  let i = negative ? from + 1 : from;
  let known = to > i && to - i <= 10;
  let value: i64 = 0;
  for (; known && i < to; i++) {
    const c: u32 = load<u8>(i);
    known = c >= 48 && c <= 57;
    value = value * 10 + <i64>(c - 48);
  }
  if (negative) value = -value;
  known = known && value <= <i64>i32.MAX_VALUE && value >= <i64>i32.MIN_VALUE;
  store<i32>(consumedAt() + ((<usize>groupRows) << 2), known ? (value as i32) : 0);
  store<u8>(consumedKnownAt() + <usize>groupRows, known ? 1 : 0);
}

/** The first field as milliseconds since 1970. */
function timeOf(scratch: usize): i64 {
  let from = scratch;
  let to = scratch;
  if (fieldIsRaw(0)) {
    if (fieldEnd(0) - fieldStart(0) < 64) to = copyContent(0, scratch);
  } else {
    from = fieldStart(0);
    to = fieldEnd(0);
  }
  const length = to - from;
  if (length == 24 && load<u8>(from, 19) == 46 && load<u8>(from, 23) == 90) {
    const usual = usualTime(from);
    const ms = digits(from + 20, 3);
    if (usual != NO_TIME && ms >= 0) return usual + <i64>ms;
  } else if (length == 20 && load<u8>(from, 19) == 90) {
    const usual = usualTime(from);
    if (usual != NO_TIME) return usual;
  }
  if (length == 0 || length > 64) return NO_TIME;
  const value = parseTimestamp(from, length);
  return isNaN(value) ? NO_TIME : (value as i64);
}

/** `YYYY-MM-DDTHH:MM:SS` in milliseconds since 1970. */
function usualTime(at: usize): i64 {
  if (load<u8>(at, 4) != 45 || load<u8>(at, 7) != 45 || load<u8>(at, 10) != 84) return NO_TIME;
  if (load<u8>(at, 13) != 58 || load<u8>(at, 16) != 58) return NO_TIME;
  const year = digits(at, 4);
  const month = digits(at + 5, 2);
  const day = digits(at + 8, 2);
  const hour = digits(at + 11, 2);
  const minute = digits(at + 14, 2);
  const second = digits(at + 17, 2);
  if (year < 0 || month < 1 || month > 12 || day < 1 || day > 28) {
    if (year < 0 || month < 1 || month > 12 || day < 1 || day > daysOf(year, month)) return NO_TIME;
  }
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
    return NO_TIME;
  // Days from civil, with years that begin in March.
  const y = month <= 2 ? year - 1 : year;
  const era = y / 400;
  const yearOfEra = y - era * 400;
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  const days = era * 146097 + dayOfEra - 719468;
  return (<i64>days * 86400 + <i64>(hour * 3600 + minute * 60 + second)) * 1000;
}

function daysOf(year: i32, month: i32): i32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

function digits(at: usize, count: i32): i32 {
  let value = 0;
  for (let i = 0; i < count; i++) {
    const digit: i32 = <i32>load<u8>(at + i) - 48;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}

/** Writes a column's distinct values, each behind its length, and returns how many bytes that are. */
export function putDictionary(column: u32, output: usize): usize {
  const entries = columnAt(column) + TABLE_SIZE * 4 + GROUP_ROWS * 4;
  let o = output;
  for (let id: u32 = 0; id < distinctOf(column); id++) {
    o = putEntry(heap + load<u32>(entries + ((<usize>id) << 2)), o);
  }
  return o - output;
}

/** Writes a column's value of every row, each behind its length, and returns how many bytes that are. */
export function putPlain(column: u32, output: usize): usize {
  const entries = columnAt(column) + TABLE_SIZE * 4 + GROUP_ROWS * 4;
  const ids = idsAt(column);
  let o = output;
  for (let row: u32 = 0; row < groupRows; row++) {
    const id = load<u32>(ids + ((<usize>row) << 2));
    o = putEntry(heap + load<u32>(entries + ((<usize>id) << 2)), o);
  }
  return o - output;
}

@inline
function putEntry(entry: usize, o: usize): usize {
  const length = load<u32>(entry);
  store<u32>(o, length);
  memory.copy(o + 4, entry + 8, length);
  return o + 4 + length;
}
