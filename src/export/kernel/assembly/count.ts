// AssemblyScript. Counts the rows of bytes that are passed on as they are, chunk by chunk: line feeds
// outside quotes that end something other than an empty line.

const PLAIN: u32 = 0;
const QUOTED: u32 = 1;
/** A quote inside quotes: the first of a doubled one, or the closing one. */
const QUOTE_SEEN: u32 = 2;

/**
 * State, kept between chunks: mode, the byte before, length of the row begun (2 stands for more), rows.
 * Each is 4 bytes.
 */
export function countRows(state: usize, start: usize, length: usize): void {
  let mode: u32 = load<u32>(state);
  let before: u32 = load<u32>(state, 4);
  let carried: usize = load<u32>(state, 8);
  let rows: u32 = load<u32>(state, 12);
  const end = start + length;
  let rowStart = start;
  let i = start;
  while (i < end) {
    if (mode == QUOTE_SEEN) {
      mode = load<u8>(i) == 34 ? QUOTED : PLAIN;
      if (mode == QUOTED) i += 1;
      // What stands here is no opening quote, whatever stood before.
      else before = 34;
      continue;
    }
    const v = v128.load(i);
    let found: u32 =
      mode == QUOTED
        ? i8x16.bitmask(i8x16.eq(v, i8x16.splat(34)))
        : i8x16.bitmask(v128.or(i8x16.eq(v, i8x16.splat(34)), i8x16.eq(v, i8x16.splat(10))));
    if (end - i < 16) found &= (1 << ((end - i) as u32)) - 1;
    if (found == 0) {
      i = min(i + 16, end);
      continue;
    }
    const at = i + <usize>ctz(found);
    i = at + 1;
    if (mode == QUOTED) {
      mode = QUOTE_SEEN;
      continue;
    }
    const previous: u32 = at > start ? load<u8>(at - 1) : before;
    const soFar = at - rowStart + carried;
    if (load<u8>(at) == 34) {
      if (soFar == 0 || previous == 44) mode = QUOTED;
      continue;
    }
    if (soFar > 1 || (soFar == 1 && previous != 13)) rows += 1;
    rowStart = i;
    carried = 0;
  }
  if (length > 0) before = load<u8>(end - 1);
  store<u32>(state, mode);
  store<u32>(state, before, 4);
  store<u32>(state, min<usize>(end - rowStart + carried, 2) as u32, 8);
  store<u32>(state, rows, 12);
}
