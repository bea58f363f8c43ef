// Lines of a text, without what ends them.

import { batchRefused } from './reasons';
import { maxRowLength } from './row';

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
