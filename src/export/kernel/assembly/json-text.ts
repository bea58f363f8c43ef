// AssemblyScript. Text to the content of a JSON string. Characters that control a terminal are escaped, so
// that a row can be shown as it is.

/** The content of a JSON string. */
export function putText(from: usize, to: usize, target: usize): usize {
  let i = from;
  let o = target;
  while (i < to) {
    const v = v128.load(i);
    v128.store(o, v);
    // Signed: everything below a space, and everything from 0x80 up.
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

/** The code point of a character that controls a terminal (C1, direction marks, line separators), or 0. */
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
