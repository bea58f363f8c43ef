// One line in the middle of a file.
import { readSync } from 'node:fs';

const firstLength = 4096;

/** The line that begins at this byte, without its line feed; '' where it has no end. */
export function lineAt(file: number, at: number): string {
  for (let length = firstLength; ; length *= 4) {
    const bytes = Buffer.allocUnsafe(length);
    const read = readSync(file, bytes, 0, length, at);
    const end = bytes.subarray(0, read).indexOf(10);
    if (end !== -1) return bytes.toString('utf8', 0, end);
    if (read < length) return '';
  }
}
