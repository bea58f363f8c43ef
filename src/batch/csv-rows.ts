// Reads records of CSV with any delimiter that spreadsheets write, and any line ends. Uses csv-parse: the
// export's kernel only knows the nine columns of the log.
import { once } from 'node:events';
import { CsvError, parse } from 'csv-parse';
import { withoutQuoted } from './input-text';
import { batchRefused } from './reasons';
import { maxRowLength } from './row';

/** How a CSV file is written. */
export interface Dialect {
  delimiter: string;
  lineEndings: readonly string[];
}

/** The dialect of a text with this beginning. */
export function dialectOf(beginning: string): Dialect {
  const plain = withoutQuoted(beginning).trimStart();
  return {
    delimiter: delimiterOf(plain),
    // A carriage return inside a cell does not count, unless lines have no other end.
    lineEndings: plain.includes('\n') || !plain.includes('\r') ? ['\r\n', '\n'] : ['\r'],
  };
}

/** The most frequent delimiter in the first line: a comma, or a substitute of spreadsheets. */
function delimiterOf(plain: string): string {
  const [line = ''] = plain.split(/[\r\n]/);
  const counted = [',', ';', '\t'].map((delimiter) => ({
    delimiter,
    count: line.split(delimiter).length,
  }));
  return counted.reduce((best, next) => (next.count > best.count ? next : best)).delimiter;
}

/** A record, and the bytes of the text up to its end. */
export interface CsvRecord {
  cells: string[];
  end: number;
}

/**
 * The records; a blank line is a record of one empty cell. Throws `invalid_input` at the first invalid one.
 */
export async function* records(
  text: AsyncIterable<string>,
  { delimiter, lineEndings }: Dialect,
): AsyncGenerator<CsvRecord, void> {
  const parser = parse({
    delimiter,
    record_delimiter: [...lineEndings],
    relax_column_count: true,
    relax_quotes: true,
    info: true,
    // An unclosed quote must not take the whole file into memory.
    max_record_size: maxRowLength,
  });
  const fed = feed(text, parser);
  try {
    for await (const { record: cells, info } of parser) yield { cells, end: info.bytes };
    await fed;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw batchRefused(
      'csv_invalid',
      messageByCode[error.code] ??
        `The file is not CSV from line ${error.lines ?? '?'} on: ${error.message}.`,
    );
  } finally {
    parser.destroy();
  }
}

const messageByCode: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote in the file is never closed.',
  CSV_MAX_RECORD_SIZE: 'A row of the file is longer than 1 MiB: a quote may be unclosed.',
};

/** Writes the text to the parser at its pace; errors are thrown where the records are read. */
async function feed(text: AsyncIterable<string>, parser: ReturnType<typeof parse>): Promise<void> {
  const over = new AbortController();
  parser.once('close', () => over.abort());
  try {
    for await (const piece of text) {
      if (parser.destroyed) return;
      if (!parser.write(piece)) await once(parser, 'drain', { signal: over.signal });
    }
    parser.end();
  } catch (error) {
    parser.destroy(error instanceof Error ? error : new Error(String(error)));
  }
}
