// A batch's file as text: decoded, inspected, and cut into lines.
import { batchRefused } from './reasons';
import { maxRowLength } from './row';

/** Characters that are enough to detect the format of a file. */
const maxBeginning = 64 * 1024;

/**
 * The text of bytes, piece by piece, without a byte order mark. Throws `invalid_input` if it is not UTF-8.
 */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array | string>,
): AsyncGenerator<string, void> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of bytes) {
      const text = typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const last = decoder.decode();
    if (last !== '') yield last;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw batchRefused('no_utf8', 'The file is not text in UTF-8.');
  }
}

/** A text with its beginning: enough to contain a line that is not blank, and its end. */
export async function beginningOf(
  pieces: AsyncGenerator<string, void>,
): Promise<{ beginning: string; whole: AsyncGenerator<string, void> }> {
  let beginning = '';
  for (let isEnough = false; !isEnough && beginning.length < maxBeginning; ) {
    const piece = await pieces.next();
    if (piece.done) break;
    beginning += piece.value;
    isEnough = piece.value.includes('\n') && /\S[^\n]*\n/.test(withoutQuoted(beginning));
  }
  return { beginning, whole: together(beginning, pieces) };
}

/** The text without its quoted parts, in which delimiters and line ends do not count. */
export function withoutQuoted(text: string): string {
  return text.replace(/"[^"]*(?:"|$)/g, '"');
}

async function* together(
  beginning: string,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (beginning !== '') yield beginning;
  yield* rest;
}

/** A line, and the bytes of the text up to its end. */
export interface Line {
  line: string;
  end: number;
}

/** The lines. Throws `invalid_input` for one that has no end. */
export async function* lines(text: AsyncIterable<string>): AsyncGenerator<Line, void> {
  let number = 1;
  let rest = '';
  let read = 0;
  const given = (line: string): Line => {
    number += 1;
    read += Buffer.byteLength(line) + 1;
    return { line: line.endsWith('\r') ? line.slice(0, -1) : line, end: read };
  };
  for await (const piece of text) {
    const [end = '', ...lines] = piece.split('\n');
    rest += end;
    const last = lines.pop();
    if (last !== undefined) {
      yield given(rest);
      for (const line of lines) yield given(line);
      rest = last;
    }
    if (rest.length > maxRowLength) {
      throw batchRefused(
        'line_too_long',
        `Line ${number} is longer than ${maxRowLength} characters.`,
      );
    }
  }
  if (rest !== '') yield given(rest);
}
