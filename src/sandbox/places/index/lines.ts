// Many texts in one array of bytes. As strings, half a million texts would take several times the memory.

export interface Lines {
  bytes: Uint8Array;
  /** Where each line begins; after the last one, where the next would begin. */
  from: Uint32Array;
}

const newline = 0x0a;

/**
 * The lines of a text.
 * @param text UTF-8 bytes, one character for each; no newline at the end
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

/** The number of bytes in a line. */
export function lengthOfLine({ from }: Lines, line: number): number {
  return (from[line + 1] ?? 0) - (from[line] ?? 0) - 1;
}

/** The UTF-8 bytes of a line, one character for each. */
export function bytesOfLine({ bytes, from }: Lines, line: number): string {
  const start = from[line] ?? 0;
  const end = (from[line + 1] ?? 0) - 1;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
}
