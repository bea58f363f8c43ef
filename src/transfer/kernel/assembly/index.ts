// AssemblyScript. What the kernel offers to src/transfer/kernel/kernel.ts.

export {
  allBytesOf,
  clearGroup,
  columnsConsumed,
  columnsSize,
  consumedAt,
  consumedKnownAt,
  distinctBytesOf,
  distinctOf,
  groupRows,
  heapLength,
  idsAt,
  moveHeap,
  nextDay,
  putDictionary,
  putPlain,
  setOpenDay,
  setUp,
  timeKnownAt,
  timesAt,
  toColumns,
  wideRows,
} from './columns';
export { countRows } from './count';
export { guardedConsumed, guardedProduced, guardedRows, toGuardedCsv } from './guarded';
export { jsonConsumed, jsonProduced, jsonRows, toJson } from './json';
