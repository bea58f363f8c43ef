// AssemblyScript. Checks whether a row looks like a log entry. A regular row has at least nine cells and begins with a
// date. The seventh cell of a regular row is an integer or empty, and quotes enclose only complete cells. The kernel
// counts irregular rows, and exports them like all other rows.
import {
  COLUMNS,
  CONSUMED,
  fieldCount,
  fieldEnd,
  fieldIsRaw,
  fieldStart,
  QUOTE,
  quoteUnclosed,
  strayQuote,
} from './rows';

/** The reasons why a row is irregular. src/export/format.ts contains a description of each reason. */
export const FEW_CELLS: u32 = 1;
const NO_TIMESTAMP: u32 = 2;
export const COLUMN_NAMES: u32 = 3;
export const NO_NUMBER: u32 = 4;
export const STRAY_QUOTE: u32 = 5;
export const QUOTE_UNCLOSED: u32 = 6;

/**
 * The number of irregular rows that the last call to the kernel found, the row number of the first irregular row, and
 * the reason why this row is irregular.
 */
export let irregularRows: u32 = 0;
export let firstIrregular: u32 = 0;
export let irregularReason: u32 = 0;
/** The numbers of rows and bytes that the last call to the kernel read, and the number of bytes that the call wrote. */
export let rowsRead: u32 = 0;
export let bytesRead: usize = 0;
export let bytesWritten: usize = 0;

export function beginCall(): void {
  irregularRows = 0;
  rowsRead = 0;
}

export function endCall(read: usize, written: usize): void {
  bytesRead = read;
  bytesWritten = written;
}

/** Checks the row that `splitRow` split last. */
export function checkRow(): void {
  rowsRead += 1;
  const reason = reasonOfRow();
  if (reason === 0) return;
  if (irregularRows === 0) {
    firstIrregular = rowsRead;
    irregularReason = reason;
  }
  irregularRows += 1;
}

function reasonOfRow(): u32 {
  const reason = reasonOfStart(fieldStart(0), fieldEnd(0) - fieldStart(0));
  if (reason === COLUMN_NAMES) return reason;
  if (quoteUnclosed !== 0) return QUOTE_UNCLOSED;
  if (fieldCount < COLUMNS) return FEW_CELLS;
  if (strayQuote) return STRAY_QUOTE;
  if (reason !== 0) return reason;
  return fieldIsRaw(CONSUMED) || isNumber(fieldStart(CONSUMED), fieldEnd(CONSUMED)) ? 0 : NO_NUMBER;
}

/**
 * Returns the reason why the start of a row is irregular, or 0 if the start is regular. `length` is the number of bytes
 * of the row that are in memory.
 */
export function reasonOfStart(start: usize, length: usize): u32 {
  let at = start;
  let left = length;
  // Skip a byte order mark and an opening quote.
  if (
    left >= 3 &&
    load<u8>(at) === 0xef &&
    load<u8>(at + 1) === 0xbb &&
    load<u8>(at + 2) === 0xbf
  ) {
    at += 3;
    left -= 3;
  }
  if (left > 0 && load<u8>(at) === QUOTE) {
    at += 1;
    left -= 1;
  }
  // The number 0x6d617473656d6974 represents the text `timestam`, the first eight bytes of the column name `timestamp`.
  if (left >= 8 && load<u64>(at) === 0x6d617473656d6974) return COLUMN_NAMES;
  // The row must begin with a year and a month in the format `YYYY-MM-`.
  const hasDashes = left >= 10 && load<u8>(at, 4) === 45 && load<u8>(at, 7) === 45;
  return hasDashes && isDigits(at, at + 4) && isDigits(at + 5, at + 7) ? 0 : NO_TIMESTAMP;
}

/** True if the text is empty or an integer. */
export function isNumber(from: usize, to: usize): bool {
  if (from === to) return true;
  const digits = load<u8>(from) === 45 ? from + 1 : from;
  return digits < to && isDigits(digits, to);
}

function isDigits(from: usize, to: usize): bool {
  for (let i = from; i < to; i++) {
    if (<u32>load<u8>(i) - 48 > 9) return false;
  }
  return true;
}
