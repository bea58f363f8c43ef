// What stands in the pages of each column, straight from the kernel's memory: value by value in JavaScript
// it would take several times as long as the download.
import type { Statistics } from 'hyparquet';
import type { logColumns } from '../api/lookup-log';
import type { KnownNumbers, LogColumns } from './kernel/columns';
import { dictionaryNumbers, levels, numbersSize } from './parquet-runs';

/** The parts of a column's pages. Bytes that are made on demand are good until the next are made. */
export interface Page {
  path: string[];
  type: 'INT64' | 'BYTE_ARRAY';
  values: number;
  nulls: number;
  repetition: Uint8Array;
  definition: Uint8Array;
  /** The values of a dictionary, each behind its length, and how many they are. */
  dictionary?: { bytes: () => Uint8Array; count: number };
  body: () => Uint8Array;
  statistics?: Statistics;
}

const noLevels = new Uint8Array();

/** The pages of a column of the log. */
export function pageOf(
  columns: LogColumns,
  name: (typeof logColumns)[number],
  index: number,
): Page {
  if (name === 'timestamp') return numberPage(columns, name, columns.times());
  if (name === 'lookups_consumed') return numberPage(columns, name, columns.consumed());
  if (name === 'tags') return tagsPage(columns, index);
  return textPage(columns, name, index);
}

function numberPage(
  columns: LogColumns,
  name: string,
  { known, flagsAt, bytes, least, greatest }: KnownNumbers,
): Page {
  const nulls = columns.rows - known;
  const bounds = known === 0 ? {} : { min_value: least, max_value: greatest };
  return {
    path: [name],
    type: 'INT64',
    values: columns.rows,
    nulls,
    repetition: noLevels,
    definition: levels(columns, flagsAt, columns.rows, known),
    body: bytes,
    statistics: { ...bounds, null_count: BigInt(nulls) },
  };
}

function textPage(columns: LogColumns, name: string, index: number): Page {
  const { rows } = columns;
  const { distinct, distinctBytes, allBytes } = columns.sizesOf(index);
  const page = {
    path: [name],
    type: 'BYTE_ARRAY' as const,
    values: rows,
    nulls: 0,
    repetition: noLevels,
    definition: noLevels,
  };
  // A dictionary must save a quarter; else readers are better off with the plain values.
  if (distinctBytes + numbersSize(rows, distinct) > allBytes * 0.75) {
    return { ...page, body: () => columns.plain(index) };
  }
  return {
    ...page,
    dictionary: { bytes: () => columns.dictionary(index), count: distinct },
    body: () => dictionaryNumbers(columns, columns.idsAt(index), rows, distinct),
  };
}

/** Tags are a list: the distinct cells are taken apart once, the rows follow by number. */
function tagsPage(columns: LogColumns, index: number): Page {
  const numbers = new Map<string, number>();
  const cells = columns.texts(index).map((cell) =>
    cell.split(',').flatMap((part) => {
      const tag = part.replace(/^ +| +$/g, '');
      if (tag === '') return [];
      const number = numbers.get(tag) ?? numbers.size;
      numbers.set(tag, number);
      return [number];
    }),
  );
  const spread = columns.spread(index, cells);
  const { places, present, rows } = spread;
  return {
    path: ['tags', 'list', 'element'],
    type: 'BYTE_ARRAY',
    values: places,
    nulls: places - present,
    repetition: levels(columns, spread.continuesAt, places, places - rows),
    definition: levels(columns, spread.presentAt, places, present),
    dictionary: { bytes: () => plainTexts([...numbers.keys()]), count: numbers.size },
    body: () => dictionaryNumbers(columns, spread.numbersAt, present, numbers.size),
  };
}

/** Texts, each behind its length. */
function plainTexts(texts: readonly string[]): Uint8Array {
  return Buffer.concat(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text);
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      return [length, bytes];
    }),
  );
}
