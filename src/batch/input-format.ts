// The formats of a batch's file, without the code that reads them: a single lookup checks its options without
// loading the CSV parser.
import { extname } from 'node:path';

/** How a file is read; with `lines` each line is a row of one cell. */
export type InputFormat = 'csv' | 'ndjson' | 'lines';

const byExtension: Readonly<Record<string, InputFormat>> = {
  '.csv': 'csv',
  '.tsv': 'csv',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.txt': 'lines',
};

/** The format of a path's ending, if any. */
export function formatByName(path: string): InputFormat | undefined {
  return byExtension[extname(path).toLowerCase()];
}
