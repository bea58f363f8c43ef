// Stores many strings in one byte array. The index contains half a million keys and names, which would need several
// times as much memory as separate strings.

export interface Lines {
  bytes: Uint8Array;
  /** The position at which each line begins, and the position after the last line. */
  from: Uint32Array;
}

const newline = 0x0a;

/**
 * Splits text into lines.
 * @param text a string with one character for each UTF-8 byte, without a newline at the end
 */
export function makeLines(text: string): Lines {
  const bytes = Buffer.alloc(text.length + 1, newline);
  bytes.write(text, 'latin1');
  const from = [0];
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === newline) from.push(at + 1);
  }
  return { bytes, from: new Uint32Array(from) };
}

/** Returns the number of bytes in a line. */
export function lengthOfLine({ from }: Lines, line: number): number {
  return (from[line + 1] ?? 0) - (from[line] ?? 0) - 1;
}

/** Returns a line as a string with one character for each UTF-8 byte. */
export function bytesOfLine({ bytes, from }: Lines, line: number): string {
  const start = from[line] ?? 0;
  const end = (from[line + 1] ?? 0) - 1;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
