// AssemblyScript. The text columns of a row group. Replaces each text with its number in the column's dictionary, which
// contains the distinct texts. One heap contains the distinct texts of all columns. The length and the hash of a text
// precede the text. If the texts of a column rarely repeat, the kernel stops looking for repetitions, and stores each
// later text as a new distinct text.
import { COLUMNS, copyContent, fieldCount, fieldEnd, fieldIsRaw, fieldStart } from './rows';

/**
 * The maximum number of rows in a group. This number is larger than the minimum size of a part (src/export/parts.ts),
 * because a part can end with many rows that have the same time.
 */
export const GROUP_ROWS: u32 = 49152;

/**
 * The minimum and maximum number of slots in a column's table. A slot contains a text's hash, and the text's number
 * plus one.
 */
const FEWEST_SLOTS: u32 = 1024;
const MOST_SLOTS: u32 = 65536;
/**
 * The minimum number of rows after which the kernel can stop looking for repetitions in a column. The kernel stops
 * looking for them if fewer than one in eight texts repeat.
 */
const SAMPLE: u32 = 8192;
/** A flag bit in a column's number of slots. If the flag is set, the column no longer uses its table. */
const GIVEN_UP: u32 = 0x80000000;

/**
 * The size of one log column in bytes: its table, the addresses of its distinct texts, and the text number of each row.
 * The two columns without texts also take this space.
 */
const COLUMN_SIZE: usize = MOST_SLOTS * 8 + GROUP_ROWS * 8;

let base: usize = 0;
let heap: usize = 0;
let heapUsed: usize = 0;
let seed: u64 = 0;

/** Returns the number of bytes that `setUpTexts` needs at `address`, not including the heap. */
export function textsSize(): usize {
  return <usize>COLUMNS * (COLUMN_SIZE + 32);
}

/**
 * Sets the addresses of the memory for the texts and for the heap. `random` is the seed for the hashes. Without a
 * random seed, an attacker could prepare texts that all have the same hash.
 */
export function setUpTexts(address: usize, heapAddress: usize, random: u64): void {
  base = address;
  heap = heapAddress;
  seed = random;
  clearTexts();
}

/** Moves the texts to a new heap. */
export function moveHeap(address: usize): void {
  memory.copy(address, heap, heapUsed);
  heap = address;
}

export function heapLength(): usize {
  return heapUsed;
}

/** Removes all texts from all columns. */
export function clearTexts(): void {
  for (let c: u32 = 0; c < COLUMNS; c++) {
    const stats = statsAt(c);
    memory.fill(columnAt(c), 0, (<usize>(load<u32>(stats, 12) & ~GIVEN_UP)) << 3);
    store<u64>(stats, 0);
    store<u32>(stats, 0, 8);
    store<u32>(stats, FEWEST_SLOTS, 12);
    store<u32>(stats, 0, 16);
  }
  heapUsed = 0;
}

function columnAt(column: u32): usize {
  return base + <usize>column * COLUMN_SIZE;
}

/**
 * Returns the address of a column's statistics. Each value takes 4 bytes: the number of distinct texts, the size of the
 * distinct texts, the size of all texts, the number of slots, and the number of the empty text plus one. The sizes
 * include the length before each text.
 */
function statsAt(column: u32): usize {
  return base + <usize>COLUMNS * COLUMN_SIZE + ((<usize>column) << 5);
}

function entriesAt(column: u32): usize {
  return columnAt(column) + MOST_SLOTS * 8;
}

/**
 * Returns the address of a column's text numbers, 4 bytes for each row. Each number refers to one of the column's
 * distinct texts.
 */
export function idsAt(column: u32): usize {
  return entriesAt(column) + GROUP_ROWS * 4;
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
 * Stores a field of the row that `splitRow` split last. The field becomes the column's text in row `row` of the group.
 */
export function putText(column: u32, row: u32): void {
  const entry = heap + heapUsed;
  let from = entry;
  let to = entry;
  if (column < fieldCount) {
    if (fieldIsRaw(column)) {
      from = entry + 8;
      to = copyContent(column, from);
    } else {
      from = fieldStart(column);
      to = fieldEnd(column);
    }
  }
  const length = to - from;
  const stats = statsAt(column);
  store<u32>(stats, load<u32>(stats, 8) + (length as u32) + 4, 8);
  const slots = load<u32>(stats, 12);
  let id = load<u32>(stats);
  let hash: u32 = 0;
  if (length === 0) {
    // The kernel recognizes an empty text without a hash, because most fields in the log are empty.
    const known = load<u32>(stats, 16);
    if (known !== 0) {
      store<u32>(idsAt(column) + ((<usize>row) << 2), known - 1);
      return;
    }
    store<u32>(stats, id + 1, 16);
  } else if (slots < GIVEN_UP) {
    hash = hashOf(from, length);
    const table = columnAt(column);
    const mask = slots - 1;
    let slot = hash & mask;
    while (true) {
      const found = load<u64>(table + ((<usize>slot) << 3));
      if (found === 0) {
        store<u64>(table + ((<usize>slot) << 3), ((<u64>hash) << 32) | (<u64>id + 1));
        break;
      }
      if (((found >> 32) as u32) === hash) {
        const known = (found as u32) - 1;
        const address = heap + <usize>load<u32>(entriesAt(column) + ((<usize>known) << 2));
        if (load<u32>(address) === (length as u32) && same(address + 8, from, length)) {
          store<u32>(idsAt(column) + ((<usize>row) << 2), known);
          return;
        }
      }
      slot = (slot + 1) & mask;
    }
  }
  store<u32>(idsAt(column) + ((<usize>row) << 2), id);
  store<u32>(entriesAt(column) + ((<usize>id) << 2), heapUsed as u32);
  store<u32>(entry, length as u32);
  store<u32>(entry, hash, 4);
  for (let at: usize = 0; at < length; at += 16) {
    v128.store(entry + 8 + at, v128.load(from + at));
  }
  heapUsed += (8 + length + 7) & ~7;
  id += 1;
  store<u32>(stats, id);
  store<u32>(stats, load<u32>(stats, 4) + (length as u32) + 4, 4);
  if (slots >= GIVEN_UP) return;
  if (row >= SAMPLE && id * 8 > row * 7) store<u32>(stats, slots | GIVEN_UP, 12);
  else if (id * 2 > slots && slots < MOST_SLOTS) enlarge(column, slots * 4);
}

/** Returns the hash of a text. The hash depends on the random seed, so it is different in each run. */
export function hashOf(from: usize, length: usize): u32 {
  return seededHash(from, length, seed);
}

/** Enlarges a column's table to this number of slots. */
function enlarge(column: u32, slots: u32): void {
  const table = columnAt(column);
  const entries = entriesAt(column);
  memory.fill(table, 0, (<usize>slots) << 3);
  for (let id: u32 = 0; id < distinctOf(column); id++) {
    const entry = heap + <usize>load<u32>(entries + ((<usize>id) << 2));
    if (load<u32>(entry) === 0) continue;
    const hash = load<u32>(entry, 4);
    let slot = hash & (slots - 1);
    while (load<u64>(table + ((<usize>slot) << 3)) !== 0) slot = (slot + 1) & (slots - 1);
    store<u64>(table + ((<usize>slot) << 3), ((<u64>hash) << 32) | (<u64>id + 1));
  }
  store<u32>(statsAt(column), slots, 12);
}

/** Writes a column's distinct texts, with the length before each text. Returns the number of bytes written. */
export function putDictionary(column: u32, output: usize): usize {
  const entries = entriesAt(column);
  let o = output;
  for (let id: u32 = 0; id < distinctOf(column); id++) {
    o = putEntry(heap + <usize>load<u32>(entries + ((<usize>id) << 2)), o);
  }
  return o - output;
}

/** Writes a column's text for each row, with the length before each text. Returns the number of bytes written. */
export function putPlain(column: u32, rows: u32, output: usize): usize {
  const entries = entriesAt(column);
  const ids = idsAt(column);
  let o = output;
  for (let row: u32 = 0; row < rows; row++) {
    const id = load<u32>(ids + ((<usize>row) << 2));
    o = putEntry(heap + <usize>load<u32>(entries + ((<usize>id) << 2)), o);
  }
  return o - output;
}

/** Writes a text's length, and then the text. Might also overwrite up to 15 bytes after the text. */
function putEntry(entry: usize, o: usize): usize {
  const length = <usize>load<u32>(entry);
  store<u32>(o, length as u32);
  for (let at: usize = 0; at < length; at += 16) {
    v128.store(o + 4 + at, v128.load(entry + 8 + at));
  }
  return o + 4 + length;
}

/** Returns the hash of a text. Reads eight bytes at a time, and might read some of the last bytes twice. */
function seededHash(from: usize, length: usize, seed: u64): u32 {
  let h = seed ^ <u64>length;
  if (length < 8) h = mixed(h, load<u64>(from) << (64 - ((<u64>length) << 3)));
  else {
    const last = from + length - 8;
    for (let at = from; at < last; at += 8) h = mixed(h, load<u64>(at));
    h = mixed(h, load<u64>(last));
  }
  // The expression mixes the higher half into the lower half, and then the result into the higher half.
  return (((h ^ (h >> 32)) * 0x9e3779b97f4a7c15) >> 32) as u32;
}

function mixed(h: u64, value: u64): u64 {
  const product = (h ^ value) * 0x9e3779b97f4a7c15;
  return product ^ (product >> 29);
}

function same(a: usize, b: usize, length: usize): bool {
  let at: usize = 0;
  for (; at + 8 <= length; at += 8) {
    if (load<u64>(a + at) !== load<u64>(b + at)) return false;
  }
  const rest = (<u64>(length - at)) << 3;
  return rest === 0 || (load<u64>(a + at) ^ load<u64>(b + at)) << (64 - rest) === 0;
}
