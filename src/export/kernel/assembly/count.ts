// AssemblyScript. Counts the rows in chunks of CSV that waypost copies unchanged. A row ends with a line feed outside
// quotes. Empty lines are not rows. Also performs a quick check of each row, for example of the number of commas.
// check.ts checks rows more thoroughly.
import {
  COLUMN_NAMES,
  FEW_CELLS,
  NO_NUMBER,
  QUOTE_UNCLOSED,
  reasonOfStart,
  STRAY_QUOTE,
} from './check';
import { beginsPart, isDividing, passRow } from './parts';
import { CONSUMED } from './rows';
import { timeOf } from './times';

const LINE_FEED: u32 = 10;

const PLAIN: u32 = 0;
const QUOTED: u32 = 1;
/** The mode after a quote inside quotes, which is either the first quote of a doubled quote or the closing quote. */
const QUOTE_SEEN: u32 = 2;

/** The number of commas in a row with nine cells. */
const LAST: u32 = 8;

/**
 * The offsets of the fields in the state that the kernel keeps between chunks. Each field takes 4 bytes. The order of
 * the fields:
 *
 * - the mode: `PLAIN`, `QUOTED` or `QUOTE_SEEN`
 * - the previous byte
 * - the length of the current row so far (at most 64)
 * - the number of rows
 * - the number of commas in the current row
 * - the reason why the current row is irregular
 * - the number of irregular rows
 * - the row number of the first irregular row
 * - the reason why that row is irregular
 *
 * The first bytes of the current row follow the fields, at `BEGINNING`.
 */
const CARRIED: usize = 8;
const ROWS: usize = 12;
const COMMAS: usize = 16;
const REASON: usize = 20;
const IRREGULAR: usize = 24;
const FIRST: usize = 28;
const FIRST_REASON: usize = 32;
const BEGINNING: usize = 48;
const BEGINNING_SIZE: usize = 48;

/** Returns the size of the state, in bytes. */
export function countStateSize(): usize {
  return BEGINNING + BEGINNING_SIZE;
}

/**
 * Counts the rows in the next bytes. Returns the number of bytes read, which is less than `length` if the row after
 * these bytes begins a part. A row that started in an earlier call never begins a part.
 */
export function countRows(state: usize, start: usize, length: usize): usize {
  let mode: u32 = load<u32>(state);
  let before: u32 = load<u32>(state, 4);
  let carried: usize = load<u32>(state, CARRIED);
  let commas: u32 = load<u32>(state, COMMAS);
  let reason: u32 = load<u32>(state, REASON);
  const end = start + length;
  let rowStart = start;
  let i = start;
  while (i < end) {
    if (mode === QUOTE_SEEN) {
      const c: u32 = load<u8>(i);
      mode = c === 34 ? QUOTED : PLAIN;
      if (mode === QUOTED) i += 1;
      else {
        // With this value, a quote that follows does not open a quoted field.
        before = 34;
        if (c !== 44 && c !== 10 && c !== 13) reason = STRAY_QUOTE;
      }
      continue;
    }
    const v = v128.load(i);
    const quotes: u32 = i8x16.bitmask(i8x16.eq(v, i8x16.splat(34)));
    const inside: u32 = end - i < 16 ? (1 << ((end - i) as u32)) - 1 : 0xffff;
    if (mode === QUOTED) {
      const closing = quotes & inside;
      if (closing === 0) {
        i = min(i + 16, end);
        continue;
      }
      i += <usize>ctz(closing) + 1;
      mode = QUOTE_SEEN;
      continue;
    }
    const found = (quotes | i8x16.bitmask(i8x16.eq(v, i8x16.splat(10)))) & inside;
    const passed = found === 0 ? inside : (found & (0 - found)) - 1;
    const separators: u32 = i8x16.bitmask(i8x16.eq(v, i8x16.splat(44))) & passed;
    if (separators !== 0) {
      const more = popcnt(separators);
      if (commas < CONSUMED && commas + more >= CONSUMED) {
        let rest = separators;
        for (let n = commas + 1; n < CONSUMED; n++) rest &= rest - 1;
        const cell = i + <usize>ctz(rest) + 1;
        if (cell < end && !mayBeNumber(load<u8>(cell))) reason = NO_NUMBER;
      }
      commas += more;
    }
    if (found === 0) {
      i = min(i + 16, end);
      continue;
    }
    const at = i + <usize>ctz(found);
    i = at + 1;
    const previous: u32 = at > start ? load<u8>(at - 1) : before;
    const soFar = at - rowStart + carried;
    if (load<u8>(at) === 34) {
      if (soFar === 0 || previous === 44) mode = QUOTED;
      continue;
    }
    if (soFar > 1 || (soFar === 1 && previous !== 13)) {
      if (carried > 0) keepBeginning(state, carried, rowStart, at);
      const beginning = carried > 0 ? state + BEGINNING : rowStart;
      const known = min(soFar, BEGINNING_SIZE);
      if (isDividing()) {
        const time = timeOfRow(beginning, known);
        if (carried > 0) passRow(time);
        else if (beginsPart(time)) {
          keepState(state, PLAIN, LINE_FEED, 0, 0, 0);
          return rowStart - start;
        }
      }
      endRow(state, reasonOfStart(beginning, known), commas, reason);
    }
    rowStart = i;
    carried = 0;
    commas = 0;
    reason = 0;
  }
  if (length > 0) before = load<u8>(end - 1);
  keepBeginning(state, carried, rowStart, end);
  const kept = min<usize>(end - rowStart + carried, 64) as u32;
  keepState(state, mode, before, kept, commas, reason);
  return length;
}

function keepState(
  state: usize,
  mode: u32,
  before: u32,
  carried: u32,
  commas: u32,
  reason: u32,
): void {
  store<u32>(state, mode);
  store<u32>(state, before, 4);
  store<u32>(state, carried, CARRIED);
  store<u32>(state, commas, COMMAS);
  store<u32>(state, reason, REASON);
}

/**
 * Returns the time of the row that begins at `start`, or `NO_TIME`. `length` is the number of bytes of the row that are
 * in memory.
 */
function timeOfRow(start: usize, length: usize): i64 {
  const end = start + length;
  if (length > 24 && load<u8>(start, 24) === 44) return timeOf(start, start + 24);
  const isQuoted = length > 0 && load<u8>(start) === 34;
  const from = isQuoted ? start + 1 : start;
  const behind: u32 = isQuoted ? 34 : 44;
  let to = from;
  while (to < end && load<u8>(to) !== behind) to += 1;
  return timeOf(from, to);
}

/**
 * Counts the bytes after the last line feed as the last row. The caller must have passed all input to `countRows`.
 * `room` is the address of one free byte, to which this function writes a line feed.
 */
export function endCount(state: usize, room: usize): void {
  if (load<u32>(state) === QUOTED) {
    endRow(state, 0, LAST, QUOTE_UNCLOSED);
    return;
  }
  store<u8>(room, 10);
  countRows(state, room, 1);
}

/**
 * Appends bytes of a row to the row's first bytes in the state, because a row can span several chunks. The state
 * contains at most `BEGINNING_SIZE` bytes of a row.
 */
function keepBeginning(state: usize, carried: usize, from: usize, to: usize): void {
  if (carried >= BEGINNING_SIZE) return;
  memory.copy(state + BEGINNING + carried, from, min(to - from, BEGINNING_SIZE - carried));
}

function mayBeNumber(c: u32): bool {
  // The cell can be empty, or can begin with a quote, a minus sign or a digit.
  return c === 44 || c === 34 || c === 45 || c === 10 || c === 13 || c - 48 <= 9;
}

function endRow(state: usize, beginning: u32, commas: u32, found: u32): void {
  const row = load<u32>(state, ROWS) + 1;
  store<u32>(state, row, ROWS);
  let reason = beginning;
  if (reason !== COLUMN_NAMES) {
    if (commas < LAST) reason = FEW_CELLS;
    else if (found === STRAY_QUOTE || reason === 0) reason = found;
  }
  if (reason === 0) return;
  const irregular = load<u32>(state, IRREGULAR);
  if (irregular === 0) {
    store<u32>(state, row, FIRST);
    store<u32>(state, reason, FIRST_REASON);
  }
  store<u32>(state, irregular + 1, IRREGULAR);
}
