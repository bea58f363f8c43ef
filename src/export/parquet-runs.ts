// How Parquet writes levels and dictionary numbers: a run where all are the same, else packed bits
// (Parquet format, "RLE / Bit-Packing Hybrid").
import type { LogColumns } from './kernel/columns';

/** How many bits the numbers below `count` need. */
function bitWidthFor(count: number): number {
  return count <= 1 ? 0 : 32 - Math.clz32(count - 1);
}

/** Levels that are 0 or 1, a byte each in the kernel's memory; `ones` of them are 1. */
export function levels(
  columns: LogColumns,
  address: number,
  count: number,
  ones: number,
): Uint8Array {
  if (ones === 0 || ones === count) return Uint8Array.from([...run(count), ones === 0 ? 0 : 1]);
  return columns.packFlags(address, count, packed(count)).slice();
}

/** Numbers below `distinct`, 32 bits each in the kernel's memory. Good until the next call. */
export function dictionaryNumbers(
  columns: LogColumns,
  address: number,
  count: number,
  distinct: number,
): Uint8Array {
  const width = bitWidthFor(distinct);
  if (count === 0) return Uint8Array.from([width]);
  if (width === 0) return Uint8Array.from([width, ...run(count)]);
  return columns.packNumbers(address, count, width, [width, ...packed(count)]);
}

/** About how many bytes the numbers take. */
export function numbersSize(count: number, distinct: number): number {
  return (count * bitWidthFor(distinct)) / 8;
}

function run(count: number): number[] {
  return varint(count << 1);
}

function packed(count: number): number[] {
  return varint((Math.ceil(count / 8) << 1) | 1);
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >>> 7)];
}
