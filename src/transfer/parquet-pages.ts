// The encodings of Parquet that the export uses: levels and dictionary numbers as runs and packed bits
// (Parquet format, "RLE / Bit-Packing Hybrid").
import type { ByteWriter } from 'hyparquet-writer';

/** How many bits the numbers below `count` need. */
export function bitWidthFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}

/** A column chunk's numbers: one run where all are the same, else packed bits. */
export function appendNumbers(
  writer: ByteWriter,
  numbers: ArrayLike<number>,
  bitWidth: number,
): void {
  if (numbers.length === 0) return;
  if (bitWidth === 0 || isConstant(numbers)) {
    writer.appendVarInt(numbers.length << 1);
    for (let byte = 0; byte < bitWidth; byte += 8) {
      writer.appendUint8(((numbers[0] ?? 0) >>> byte) & 0xff);
    }
    return;
  }
  const groups = Math.ceil(numbers.length / 8);
  writer.appendVarInt((groups << 1) | 1);
  writer.appendBytes(packed(numbers, groups, bitWidth));
}

function isConstant(numbers: ArrayLike<number>): boolean {
  const first = numbers[0];
  for (let index = 1; index < numbers.length; index += 1) {
    if (numbers[index] !== first) return false;
  }
  return true;
}

function packed(numbers: ArrayLike<number>, groups: number, bitWidth: number): Uint8Array {
  const bytes = new Uint8Array(groups * bitWidth);
  let held = 0;
  let bits = 0;
  let at = 0;
  for (let index = 0; index < numbers.length; index += 1) {
    // At most 7 bits are held, so 16 more fit; wider numbers go in two parts.
    const value = numbers[index] ?? 0;
    held |= (value & 0xffff) << bits;
    bits += bitWidth > 16 ? 16 : bitWidth;
    while (bits >= 8) {
      bytes[at] = held & 0xff;
      at += 1;
      held >>>= 8;
      bits -= 8;
    }
    if (bitWidth > 16) {
      held |= (value >>> 16) << bits;
      bits += bitWidth - 16;
      while (bits >= 8) {
        bytes[at] = held & 0xff;
        at += 1;
        held >>>= 8;
        bits -= 8;
      }
    }
  }
  if (bits > 0) bytes[at] = held & 0xff;
  return bytes;
}
