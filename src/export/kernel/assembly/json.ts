// AssemblyScript. Converts rows to JSON objects, one after another. Escapes characters that control a terminal, so that
// a terminal can show the output safely.
import { beginCall, checkRow, endCall } from './check';
import { rowBeginsPart } from './parts';
import {
  COLUMNS,
  CONSUMED,
  copyContent,
  fieldCount,
  fieldEnd,
  fieldIsRaw,
  fieldStart,
  guard,
  MOST_FIELDS,
  rowIncomplete,
  skipBlank,
  splitRow,
} from './rows';

/**
 * The address of the field names. Each name has a slot of 48 bytes. The slot begins with the name, including the JSON
 * characters before and after the name. The slot's last byte contains the length of this text.
 */
const KEYS: usize = 4096;
const KEY_SIZE: usize = 48;

/**
 * The address of the text that ends a row's JSON object. The text has a slot of 8 bytes. The slot's last byte contains
 * the length of the text.
 */
const ROW_END: usize = 3072;

const TAGS: u32 = 5;

/**
 * The number of bytes to reserve for a row's field names. In addition, `toJson` reserves six bytes for each byte of the
 * row, which is the maximum in JSON.
 */
const FIXED_ROOM: usize = 64 * 48 + 1024;

/**
 * Writes as many complete rows as fit into the output. `scratch` must have space for the longest field. Returns 1 if
 * the output has no space for the next row, 2 if a row has too many fields, 3 if the next row begins a part, and 0 if
 * the function has written all complete rows.
 */
export function toJson(
  start: usize,
  length: usize,
  isLast: bool,
  output: usize,
  capacity: usize,
  scratch: usize,
): u32 {
  const end = start + length;
  guard(end);
  let i = start;
  let o = output;
  beginCall();
  let status: u32 = 0;
  while (true) {
    const row = skipBlank(i, end, isLast);
    i = row;
    if (row >= end) break;
    const next = splitRow(row, end, isLast);
    if (rowIncomplete) break;
    if (fieldCount > MOST_FIELDS) {
      status = 2;
      break;
    }
    if (o + (next - row) * 6 + FIXED_ROOM > output + capacity) {
      status = 1;
      break;
    }
    if (rowBeginsPart()) {
      status = 3;
      break;
    }
    const fields = fieldCount;
    for (let f: u32 = 0; f < max(fields, COLUMNS); f++) {
      o = putKey(f, o);
      let from: usize = scratch;
      let to: usize = scratch;
      if (f < fields) {
        if (fieldIsRaw(f)) to = copyContent(f, scratch);
        else {
          from = fieldStart(f);
          to = fieldEnd(f);
        }
      }
      if (f === TAGS) o = putTags(from, to, o);
      else if (f === CONSUMED) o = putNumber(from, to, o);
      else {
        store<u8>(o, 34);
        o = putString(from, to, o + 1);
        store<u8>(o, 34);
        o += 1;
      }
    }
    store<u64>(o, load<u64>(ROW_END));
    o += load<u8>(ROW_END, 7);
    checkRow();
    i = next;
  }
  endCall(i - start, o - output);
  return status;
}

function putKey(index: u32, o: usize): usize {
  const key = KEYS + <usize>index * KEY_SIZE;
  v128.store(o, v128.load(key));
  v128.store(o, v128.load(key, 16), 16);
  return o + load<u8>(key, 47);
}

/** Writes a cell's comma-separated tags as a JSON array. Removes the spaces around each tag, and omits empty tags. */
function putTags(from: usize, to: usize, target: usize): usize {
  let o = target;
  store<u8>(o, 91);
  o += 1;
  let i = from;
  let first = true;
  while (i < to) {
    let stop = i;
    while (stop < to && load<u8>(stop) !== 44) stop += 1;
    let a = i;
    let b = stop;
    while (a < b && load<u8>(a) === 32) a += 1;
    while (b > a && load<u8>(b - 1) === 32) b -= 1;
    if (b > a) {
      if (!first) {
        store<u8>(o, 44);
        o += 1;
      }
      first = false;
      store<u8>(o, 34);
      o = putString(a, b, o + 1);
      store<u8>(o, 34);
      o += 1;
    }
    i = stop + 1;
  }
  store<u8>(o, 93);
  return o + 1;
}

/**
 * Writes an integer with at most 15 digits and without leading zeros as a number, an empty cell as null, and any other
 * text as a string.
 */
function putNumber(from: usize, to: usize, o: usize): usize {
  const length = to - from;
  if (length === 0) {
    store<u32>(o, 0x6c6c756e);
    return o + 4;
  }
  const negative = load<u8>(from) === 45;
  const digits = negative ? from + 1 : from;
  let whole = to > digits && to - digits <= 15;
  if (whole && load<u8>(digits) === 48) whole = to - digits === 1 && !negative;
  for (let i = digits; whole && i < to; i++) {
    const c: u32 = load<u8>(i);
    whole = c >= 48 && c <= 57;
  }
  if (whole) {
    v128.store(o, v128.load(from));
    return o + length;
  }
  store<u8>(o, 34);
  const end = putString(from, to, o + 1);
  store<u8>(end, 34);
  return end + 1;
}

/** Writes the text between two addresses as the content of a JSON string, without the enclosing quotes. */
function putString(from: usize, to: usize, target: usize): usize {
  let i = from;
  let o = target;
  while (i < to) {
    const v = v128.load(i);
    v128.store(o, v);
    // The comparison is signed, so it finds every byte below 0x20 and every byte above 0x7f.
    let special: u32 = i8x16.bitmask(
      v128.or(
        v128.or(i8x16.lt_s(v, i8x16.splat(32)), i8x16.eq(v, i8x16.splat(127))),
        v128.or(i8x16.eq(v, i8x16.splat(34)), i8x16.eq(v, i8x16.splat(92))),
      ),
    );
    const left = to - i;
    if (left < 16) special |= 1 << (<u32>left);
    if (special === 0) {
      i += 16;
      o += 16;
      continue;
    }
    const plain = <usize>ctz(special);
    i += plain;
    o += plain;
    if (i >= to) break;
    const c: u32 = load<u8>(i);
    if (c < 128) {
      o = putEscape(c, o);
      i += 1;
    } else {
      const code = dangerous(i, to, c);
      if (code !== 0) {
        o = putUnicode(code, o);
        i += c === 0xe2 ? 3 : 2;
      } else {
        do {
          store<u8>(o, load<u8>(i));
          o += 1;
          i += 1;
        } while (i < to && (load<u8>(i) & 0xc0) === 0x80);
      }
    }
  }
  return o;
}

/**
 * If the character at `i` can control a terminal (C1 controls, direction marks, line separators), returns its code
 * point. Otherwise, returns 0. `c` is the first byte of the character.
 */
function dangerous(i: usize, to: usize, c: u32): u32 {
  if (c === 0xc2 && i + 1 < to) {
    const second: u32 = load<u8>(i + 1);
    return second < 0xa0 ? second : 0;
  }
  if (c === 0xd8 && i + 1 < to) return load<u8>(i + 1) === 0x9c ? 0x61c : 0;
  if (c === 0xe2 && i + 2 < to) {
    const second: u32 = load<u8>(i + 1);
    const code: u32 = 0x2000 + ((second & 0x3f) << 6) + (<u32>load<u8>(i + 2) & 0x3f);
    if (second > 0x81) return 0;
    if (code === 0x200e || code === 0x200f) return code;
    if (code >= 0x2028 && code <= 0x202e) return code;
    if (code >= 0x2066 && code <= 0x2069) return code;
  }
  return 0;
}

function putEscape(c: u32, o: usize): usize {
  let short: u32 = 0;
  if (c === 34 || c === 92) short = c;
  else if (c === 8) short = 98;
  else if (c === 9) short = 116;
  else if (c === 10) short = 110;
  else if (c === 12) short = 102;
  else if (c === 13) short = 114;
  if (short === 0) return putUnicode(c, o);
  store<u8>(o, 92);
  store<u8>(o, short, 1);
  return o + 2;
}

function putUnicode(code: u32, o: usize): usize {
  store<u8>(o, 92);
  store<u8>(o, 117, 1);
  for (let digit: u32 = 0; digit < 4; digit++) {
    const value = (code >> (12 - digit * 4)) & 15;
    store<u8>(o + 2 + digit, value < 10 ? 48 + value : 87 + value);
  }
  return o + 6;
}
