// The lines of large files of any content.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';

/** Longest part of a line that is read, in UTF-16 units: rows of GeoNames are much shorter. */
const longestLine = 1024 * 1024;

/** The lines of a file, piece by piece. Of a longer line only the beginning is kept. */
export async function* linesOf(path: string): AsyncGenerator<string[]> {
  const plain = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
  let rest = '';
  for await (const piece of createReadStream(path, 'utf8')) {
    const lines = `${rest}${piece}`.split('\n');
    rest = (lines.pop() ?? '').slice(0, longestLine);
    yield lines.map(plain);
  }
  if (rest !== '') yield [plain(rest)];
}

/** Whether a path leads to a regular file: a pipe or a device would never end. */
export async function isRegular(path: string): Promise<boolean> {
  return (await stat(path)).isFile();
}
