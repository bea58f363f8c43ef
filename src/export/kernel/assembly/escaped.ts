// AssemblyScript. Writes rows as CSV in which no cell begins like a spreadsheet formula. Adds an apostrophe before the
// content of a cell that begins like a formula, and copies all other bytes unchanged.
import { beginCall, checkRow, endCall, isNumber } from './check';
import { rowBeginsPart } from './parts';
import {
  CONSUMED,
  fieldCount,
  fieldEnd,
  fieldStart,
  guard,
  MOST_FIELDS,
  rowIncomplete,
  skipBlank,
  splitRow,
} from './rows';

/** Like `toJson`, but writes CSV with escaped cells. */
export function toEscapedCsv(
  start: usize,
  length: usize,
  isLast: bool,
  output: usize,
  capacity: usize,
): u32 {
  const end = start + length;
  guard(end);
  let i = start;
  let o = output;
  beginCall();
  let status: u32 = 0;
  while (i < end) {
    const row = skipBlank(i, end, isLast);
    let next = row;
    if (row < end) {
      next = splitRow(row, end, isLast);
      if (rowIncomplete) break;
      if (fieldCount > MOST_FIELDS) {
        status = 2;
        break;
      }
    }
    if (o + (next - i) * 2 + 128 > output + capacity) {
      status = 1;
      break;
    }
    if (row < end && rowBeginsPart()) {
      status = 3;
      break;
    }
    let copied = i;
    if (row < end) {
      for (let f: u32 = 0; f < fieldCount; f++) {
        let content = fieldStart(f);
        const stop = fieldEnd(f);
        // If the field still contains its quotes, the content begins after the first quote.
        if (content < stop && load<u8>(content) === 34) content += 1;
        if (
          content < stop &&
          isFormula(content, stop) &&
          // A negative number in lookups_consumed stays unchanged, because a spreadsheet reads it as a number.
          !(f === CONSUMED && load<u8>(content) === 45 && isNumber(content, stop))
        ) {
          memory.copy(o, copied, content - copied);
          o += content - copied;
          store<u8>(o, 39);
          o += 1;
          copied = content;
        }
      }
      checkRow();
    }
    memory.copy(o, copied, next - copied);
    o += next - copied;
    i = next;
  }
  endCall(i - start, o - output);
  return status;
}

/**
 * True if the text begins with `=`, `+`, `-`, `@`, a tab, a carriage return, a line feed, or the full-width form of one
 * of the first four characters.
 */
function isFormula(at: usize, stop: usize): bool {
  const c: u32 = load<u8>(at);
  if (c === 61 || c === 43 || c === 45 || c === 64 || c === 9 || c === 13 || c === 10) return true;
  if (c !== 0xef || stop - at < 3 || load<u8>(at + 1) !== 0xbc) return false;
  const last: u32 = load<u8>(at + 2);
  return last === 0x9d || last === 0x8b || last === 0x8d || last === 0xa0;
}
