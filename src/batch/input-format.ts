// How a batch's file is read, apart from the reading: a single lookup checks its options without loading
// what parses CSV.
import { extname } from 'node:path';

/** How a file is read; of `lines` each is a row of one cell, as it stands. */
export type InputFormat = 'csv' | 'ndjson' | 'lines';

const byExtension: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.txt': 'lines',
};

/** The format that a path's ending names, if any. */
export function formatByName(path: string): InputFormat | undefined {
  return byExtension[extname(path).toLowerCase()];
}
