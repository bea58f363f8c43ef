// AssemblyScript. The CSV parser (RFC 4180) for all formats that read rows. The parser finds the start and the end of
// each field in a row. A quote opens a quoted field only at the start of the field. A carriage return ends a row only
// if a line feed follows. To be fast, the parser reads 16 bytes at a time.

/** The maximum number of fields in the field table. The parser counts additional fields, but does not keep them. */
export const MOST_FIELDS: u32 = 64;

/**
 * The address of the field table. Each entry takes 16 bytes. An entry contains the start and the end of a field, and a
 * flag that is 1 if the field still contains its quotes.
 */
const FIELDS: usize = 1024;

/** The number of columns in the lookup log, and the index of the lookups_consumed column. */
export const COLUMNS: u32 = 9;
export const CONSUMED: u32 = 6;

export const QUOTE: u32 = 34;
const LF: u32 = 10;
const CR: u32 = 13;

/** The number of fields in the row that `splitRow` split last. */
export let fieldCount: u32 = 0;
/** True if the last call to `splitRow` did not find the end of the row. */
export let rowIncomplete: bool = false;
/** True if the row that `splitRow` split last has text after a closing quote. */
export let strayQuote: bool = false;
/**
 * 1 if the row that `splitRow` split last has a quote that is never closed, 2 if the unclosed quote also encloses a
 * line feed, and 0 if all quotes are closed.
 */
export let quoteUnclosed: u32 = 0;

export function fieldStart(index: u32): usize {
  return load<u32>(FIELDS + ((<usize>index) << 4));
}

export function fieldEnd(index: u32): usize {
  return load<u32>(FIELDS + ((<usize>index) << 4), 4);
}

/**
 * True if the field still contains its quotes. The parser keeps the quotes if the field has doubled quotes, text after
 * the closing quote, or no closing quote.
 */
export function fieldIsRaw(index: u32): bool {
  return load<u32>(FIELDS + ((<usize>index) << 4), 8) !== 0;
}

/**
 * Adds a field to the table. Returns the number of fields so far. All fields after the first `MOST_FIELDS` fields share
 * one entry.
 */
function putField(n: u32, start: usize, end: usize, raw: u32): u32 {
  const at = FIELDS + ((<usize>min(n, MOST_FIELDS)) << 4);
  store<u32>(at, start as u32);
  store<u32>(at, end as u32, 4);
  store<u32>(at, raw, 8);
  return n + 1;
}

/** Writes line feeds after the end of the input, so that a search for the end of a row always stops. */
export function guard(end: usize): void {
  v128.store(end, i8x16.splat(10));
}

/**
 * Skips empty lines. Returns the address of the next row, or `end`. If the input's last byte is a carriage return,
 * skips this byte only if `isLast` is set, because otherwise a line feed might follow.
 */
export function skipBlank(start: usize, end: usize, isLast: bool): usize {
  let i = start;
  while (i < end) {
    const c: u32 = load<u8>(i);
    if (c === LF) i += 1;
    else if (c === CR && i + 1 < end && load<u8>(i + 1) === LF) i += 2;
    else if (c === CR && i + 1 === end && isLast) i += 1;
    else break;
  }
  return i;
}

/** Returns the address of the first comma or line feed at or after `start`. */
function findSeparator(start: usize): usize {
  let i = start;
  while (true) {
    const v = v128.load(i);
    const found = i8x16.bitmask(
      v128.or(i8x16.eq(v, i8x16.splat(44)), i8x16.eq(v, i8x16.splat(10))),
    );
    if (found !== 0) return i + <usize>ctz(found);
    i += 16;
  }
}

/** Returns the address of the next quote, or `end`. */
function findQuote(start: usize, end: usize): usize {
  let i = start;
  while (i < end) {
    const found = i8x16.bitmask(i8x16.eq(v128.load(i), i8x16.splat(34)));
    if (found !== 0) {
      i += <usize>ctz(found);
      return i < end ? i : end;
    }
    i += 16;
  }
  return end;
}

function holdsLineFeed(from: usize, to: usize): bool {
  for (let i = from; i < to; i++) if (load<u8>(i) === LF) return true;
  return false;
}

/**
 * Splits the row that begins at `start`. Returns the address after the row. If the input ends before the row's line
 * feed, sets `rowIncomplete` and returns `start`. If `isLast` is set, the row ends with the input instead. The caller
 * must have called `guard(end)`.
 */
export function splitRow(start: usize, end: usize, isLast: bool): usize {
  rowIncomplete = false;
  strayQuote = false;
  quoteUnclosed = 0;
  let n: u32 = 0;
  let i = start;
  while (true) {
    const begin = i;
    let stop: usize;
    let raw: u32 = 0;
    let contentStart = begin;
    if (load<u8>(i) === QUOTE && i < end) {
      // Skip doubled quotes, because a doubled quote represents one quote of the content.
      let close = findQuote(i + 1, end);
      while (close < end && close + 1 < end && load<u8>(close + 1) === QUOTE) {
        raw = 1;
        close = findQuote(close + 2, end);
      }
      if (close + 1 >= end && !isLast) {
        rowIncomplete = true;
        return start;
      }
      if (close >= end) {
        // The remaining input is one field.
        quoteUnclosed = holdsLineFeed(begin, end - 1) ? 2 : 1;
        fieldCount = putField(n, begin, end, 1);
        return end;
      }
      i = findSeparator(close + 1);
      stop = close;
      const follows = i - close - 1;
      const onlyReturn =
        follows === 1 && i < end && load<u8>(close + 1) === CR && load<u8>(i) === LF;
      if (follows !== 0 && !onlyReturn) {
        raw = 1;
        strayQuote = true;
      }
      if (raw) stop = onlyReturn ? close + 1 : i;
      else contentStart = begin + 1;
    } else {
      i = findSeparator(i);
      stop = i;
    }
    if (i >= end) {
      if (!isLast) {
        rowIncomplete = true;
        return start;
      }
      // The search found the guard or a byte after the guard, so the row ends with the input.
      if (stop > end) stop = end;
      fieldCount = putField(n, contentStart, stop, raw);
      return end;
    }
    if (load<u8>(i) === LF) {
      if (stop === i && stop > contentStart && load<u8>(stop - 1) === CR) stop -= 1;
      fieldCount = putField(n, contentStart, stop, raw);
      return i + 1;
    }
    n = putField(n, contentStart, stop, raw);
    i += 1;
  }
}

/** Copies the content of a field without its quotes. Returns the address after the copy. */
export function copyContent(index: u32, target: usize): usize {
  const end = fieldEnd(index);
  let i = fieldStart(index);
  let o = target;
  if (!fieldIsRaw(index)) {
    const length = end - i;
    while (i < end) {
      v128.store(o, v128.load(i));
      i += 16;
      o += 16;
    }
    return target + length;
  }
  i += 1;
  let quoted = true;
  while (i < end) {
    const c: u32 = load<u8>(i);
    if (quoted && c === QUOTE) {
      if (i + 1 < end && load<u8>(i + 1) === QUOTE) i += 1;
      else {
        quoted = false;
        i += 1;
        continue;
      }
    }
    store<u8>(o, c);
    o += 1;
    i += 1;
  }
  return o;
}
