// AssemblyScript. Packs numbers into bits, the lowest bit first, in groups of eight numbers (Parquet format, "RLE /
// Bit-Packing Hybrid").

/** Packs 32-bit numbers into `width` bits each. `width` is at most 32. Pads the last group with zeros. */
export function packNumbers(numbers: usize, count: u32, width: u32, output: usize): void {
  let o = output;
  let held: u64 = 0;
  let bits: u32 = 0;
  for (let n: u32 = 0; n < count; n++) {
    held |= (<u64>load<u32>(numbers + ((<usize>n) << 2))) << bits;
    bits += width;
    if (bits >= 32) {
      store<u32>(o, held as u32);
      o += 4;
      held >>= 32;
      bits -= 32;
    }
  }
  // Write the remaining bits, and then zeros up to the end of the group. A group of eight numbers takes `width` bytes.
  const end = output + <usize>(((count + 7) >> 3) * width);
  for (; o < end; o++) {
    store<u8>(o, held as u8);
    held >>= 8;
  }
}

/** Packs bytes that are 0 or 1 into one bit each. */
export function packFlags(flags: usize, count: u32, output: usize): void {
  for (let n: u32 = 0; n < count; n += 8) {
    let eight = load<u64>(flags + <usize>n);
    if (count - n < 8) eight &= ((<u64>1) << ((<u64>(count - n)) << 3)) - 1;
    // The multiplication moves the lowest bit of the first byte to bit 56, the lowest bit of the second byte to bit 57,
    // and so on.
    store<u8>(output + <usize>(n >> 3), ((eight * 0x0102040810204080) >> 56) as u8);
  }
}

/**
 * The number of tags in all rows, and the number of slots in the Parquet column. Each tag takes one slot. A row without
 * tags takes one empty slot.
 */
export let tagsPresent: u32 = 0;
export let tagPlaces: u32 = 0;

/**
 * Counts the tags and the slots in `tagsPresent` and `tagPlaces`. `cells` contains the number of each row's cell. Cell
 * `c` has the tags at the indexes `starts[c]` to `starts[c + 1] - 1`.
 */
export function countTags(cells: usize, rows: u32, starts: usize): void {
  tagsPresent = 0;
  tagPlaces = 0;
  for (let row: u32 = 0; row < rows; row++) {
    const at = startAt(cells, row, starts);
    const tags = load<u32>(at, 4) - load<u32>(at);
    tagsPresent += tags;
    tagPlaces += max<u32>(tags, 1);
  }
}

function startAt(cells: usize, row: u32, starts: usize): usize {
  return starts + ((<usize>load<u32>(cells + ((<usize>row) << 2))) << 2);
}

/**
 * Writes the tags of each row, one after another. For each slot, also writes two flags. The first flag is 1 if the slot
 * belongs to the same row as the slot before it. The second flag is 1 if the slot contains a tag.
 */
export function spreadTags(
  cells: usize,
  rows: u32,
  starts: usize,
  tags: usize,
  continues: usize,
  present: usize,
  output: usize,
): void {
  let place: usize = 0;
  let o = output;
  for (let row: u32 = 0; row < rows; row++) {
    const at = startAt(cells, row, starts);
    const from = load<u32>(at);
    const to = load<u32>(at, 4);
    if (from === to) {
      store<u8>(continues + place, 0);
      store<u8>(present + place, 0);
      place += 1;
    }
    for (let tag = from; tag < to; tag++) {
      store<u32>(o, load<u32>(tags + ((<usize>tag) << 2)));
      o += 4;
      store<u8>(continues + place, tag === from ? 0 : 1);
      store<u8>(present + place, 1);
      place += 1;
    }
  }
}
