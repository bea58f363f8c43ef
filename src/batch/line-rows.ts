// Lines of a text, without what ends them.
import { invalidInput } from '../lib/errors';
import { longestRow } from './row';

/** A line, and the bytes of the text up to its end. */
export interface Line {
  line: string;
  end: number;
}

/** The lines. Throws `invalid_input` for one that has no end. */
export async function* lines(text: AsyncIterable<string>): AsyncGenerator<Line, void> {
  let number = 1;
  let rest = '';
  let end = 0;
  const given = (line: string): Line => {
    number += 1;
    end += Buffer.byteLength(line) + 1;
    return { line: line.endsWith('\r') ? line.slice(0, -1) : line, end };
  };
  for await (const piece of text) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) yield given(line);
    if (rest.length > longestRow) {
      throw invalidInput(
        `Line ${number} is longer than ${longestRow} characters.`,
        'Rows end with a line feed. Is this the right file?',
      );
    }
  }
  if (rest !== '') yield given(rest);
}
