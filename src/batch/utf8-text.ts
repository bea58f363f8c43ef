// Decodes an input file. If the file is not UTF-8, the error names the first invalid line. If waypost can detect the
// encoding, the hint contains a command that converts the file.
import { isUtf8 } from 'node:buffer';
import { batchRefused } from './reasons';

/** The encodings that spreadsheet programs write, by their `iconv` names. */
type Encoding = 'UTF-16' | 'UTF-16LE' | 'UTF-16BE' | 'WINDOWS-1252';

const lineFeed = 0x0a;
/** The number of bytes that are enough to detect UTF-16. */
const startLength = 4;

/**
 * Decodes bytes without removing a byte order mark. Throws `invalid_input` if the bytes are not UTF-8. `file` is the
 * name of the file for the hint, or undefined for standard input.
 */
export async function* decodeUtf8(
  bytes: AsyncIterable<Uint8Array | string>,
  file: string | undefined,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let start: Uint8Array = new Uint8Array();
  let line = 1;
  let isAscii = true;
  const decode = (chunk: Uint8Array, isLast: boolean): string => {
    try {
      return decoder.decode(chunk, { stream: !isLast });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const before = chunk.subarray(0, invalidLineStart(chunk));
      const isUtf8Before = !isAscii || before.some((byte) => byte >= 0x80);
      throw notUtf8(
        line + before.filter((byte) => byte === lineFeed).length,
        isUtf8Before ? undefined : 'WINDOWS-1252',
        file,
      );
    }
  };
  for await (const chunk of bytes) {
    if (typeof chunk === 'string') {
      yield chunk;
      continue;
    }
    if (start.length < startLength) {
      start = Buffer.concat([start, chunk.subarray(0, startLength)]);
      const encoding = utf16Of(start);
      if (encoding !== undefined) throw notUtf8(1, encoding, file);
    }
    const text = decode(chunk, false);
    line += text.split('\n').length - 1;
    isAscii &&= !/[\u0080-\uffff]/.test(text);
    if (text !== '') yield text;
  }
  decode(new Uint8Array(), true);
}

/** Detects UTF-16 from a byte order mark or from two ASCII characters. */
function utf16Of(start: Uint8Array): Encoding | undefined {
  const [first, second, third, fourth] = start;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return 'UTF-16';
  if (first && second === 0 && third && fourth === 0) return 'UTF-16LE';
  if (first === 0 && second && third === 0 && fourth) return 'UTF-16BE';
  return undefined;
}

/** Returns the position of the first line that is not UTF-8. The bytes can begin in the middle of a character. */
function invalidLineStart(bytes: Uint8Array): number {
  let start = Math.max(
    0,
    bytes.findIndex((byte) => byte < 0x80 || byte >= 0xc0),
  );
  while (start < bytes.length) {
    const lineEnd = bytes.indexOf(lineFeed, start);
    const end = lineEnd === -1 ? bytes.length : lineEnd;
    if (!isUtf8(bytes.subarray(start, end))) return start;
    start = end + 1;
  }
  return 0;
}

function notUtf8(line: number, encoding: Encoding | undefined, file: string | undefined): Error {
  const message =
    encoding === undefined || encoding === 'WINDOWS-1252'
      ? `Line ${line} is not UTF-8 text.`
      : `Line ${line} is not UTF-8 text: the file is UTF-16.`;
  return batchRefused('no_utf8', message, {
    about: {
      line: String(line),
      ...(encoding === undefined ? {} : { encoding }),
      ...(file === undefined ? {} : { file }),
    },
  });
}
