// AssemblyScript. Compresses bytes in the raw Snappy format. Finds matches of at least four bytes within blocks of 64
// KiB.

const BLOCK: usize = 65536;
const TABLE_BITS: u32 = 14;

/** Returns the size of the table that `snappy` needs, in bytes. */
export function snappyTableSize(): usize {
  return (1 << TABLE_BITS) * 2;
}

/** Returns the maximum compressed size of an input with this length, in bytes. */
export function snappyBound(length: usize): usize {
  return 32 + length + length / 6;
}

/** Compresses bytes. Returns the number of bytes written. `table` is the address of `snappyTableSize()` free bytes. */
export function snappy(start: usize, length: usize, output: usize, table: usize): usize {
  let o = output;
  let rest = length;
  while (rest >= 128) {
    store<u8>(o++, (rest as u8) | 128);
    rest >>= 7;
  }
  store<u8>(o++, rest as u8);
  for (let from = start; from < start + length; from += BLOCK) {
    o = compressBlock(from, min(from + BLOCK, start + length), o, table);
  }
  return o - output;
}

function slotOf(four: u32): usize {
  return (<usize>((four * 0x1e35a7bd) >> (32 - TABLE_BITS))) << 1;
}

function compressBlock(start: usize, end: usize, output: usize, table: usize): usize {
  let o = output;
  let literal = start;
  if (end - start >= 16) {
    memory.fill(table, 0, (1 << TABLE_BITS) * 2);
    const limit = end - 15;
    let i = start + 1;
    let misses: u32 = 32;
    while (i < limit) {
      const four = load<u32>(i);
      const slot = table + slotOf(four);
      const candidate = start + <usize>load<u16>(slot);
      store<u16>(slot, (i - start) as u16);
      if (load<u32>(candidate) !== four || candidate >= i) {
        // As long as the search finds no match, it skips more and more positions.
        i += misses++ >> 5;
        continue;
      }
      if (i > literal) o = putLiteral(literal, i, o);
      let a = i + 4;
      let b = candidate + 4;
      while (a + 8 <= end && load<u64>(a) === load<u64>(b)) {
        a += 8;
        b += 8;
      }
      while (a < end && load<u8>(a) === load<u8>(b)) {
        a += 1;
        b += 1;
      }
      o = putCopy(i - candidate, a - i, o);
      i = a;
      literal = a;
      misses = 32;
      if (i < limit) {
        const before = i - 1;
        store<u16>(table + slotOf(load<u32>(before)), (before - start) as u16);
      }
    }
  }
  return literal < end ? putLiteral(literal, end, o) : o;
}

function putLiteral(from: usize, to: usize, output: usize): usize {
  let o = output;
  const length = to - from;
  const n = (length - 1) as u32;
  if (n < 60) store<u8>(o++, n << 2);
  else if (n < 256) {
    store<u8>(o++, 60 << 2);
    store<u8>(o++, n);
  } else {
    store<u8>(o++, 61 << 2);
    store<u16>(o, n as u16);
    o += 2;
  }
  memory.copy(o, from, length);
  return o + length;
}

function putCopy(offset: usize, total: usize, output: usize): usize {
  let o = output;
  let length = total;
  while (length >= 68) {
    o = putCopy64(offset, 64, o);
    length -= 64;
  }
  if (length > 64) {
    o = putCopy64(offset, 60, o);
    length -= 60;
  }
  return putCopy64(offset, length, o);
}

function putCopy64(offset: usize, length: usize, o: usize): usize {
  if (length < 12 && offset < 2048) {
    store<u8>(o, (((offset >> 8) << 5) | ((length - 4) << 2) | 1) as u8);
    store<u8>(o, offset as u8, 1);
    return o + 2;
  }
  store<u8>(o, (((length - 1) << 2) | 2) as u8);
  store<u16>(o, offset as u16, 1);
  return o + 3;
}
