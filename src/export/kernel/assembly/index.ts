// AssemblyScript. The kernel's exports, which src/export/kernel/kernel.ts uses.

export {
  bytesRead,
  bytesWritten,
  firstIrregular,
  irregularReason,
  irregularRows,
  rowsRead,
} from './check';
export {
  clearGroup,
  columnsSize,
  consumedAt,
  consumedKnownAt,
  earliest,
  fewest,
  groupRows,
  keepTexts,
  knownConsumed,
  knownTimes,
  latest,
  most,
  nextDay,
  setOpenDay,
  setUp,
  timeKnownAt,
  timesAt,
  toColumns,
  wideRows,
} from './columns';
export { countRows, countStateSize, endCount } from './count';
export { toEscapedCsv } from './escaped';
export { toJson } from './json';
export { countTags, packFlags, packNumbers, spreadTags, tagPlaces, tagsPresent } from './pack';
export { beginParts, inOrder, partTime } from './parts';
export { quoteUnclosed } from './rows';
export { snappy, snappyBound, snappyTableSize } from './snappy';
export {
  allBytesOf,
  distinctBytesOf,
  distinctOf,
  hashOf,
  idsAt,
  moveHeap,
  putDictionary,
  putPlain,
} from './texts';
