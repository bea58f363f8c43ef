// Lines of a text, without what ends them.
import { invalidInput } from '../../contract/errors';
import { longestRow } from './row';

/** The lines. Throws `invalid_input` for one that has no end. */
export async function* lines(text: AsyncIterable<string>): AsyncGenerator<string, void> {
  let number = 1;
  let rest = '';
  for await (const piece of text) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      yield withoutReturn(line);
      number += 1;
    }
    if (rest.length > longestRow) {
      throw invalidInput(
        `Line ${number} is longer than ${longestRow} characters.`,
        'Rows end with a line feed. Is this the right file?',
      );
    }
  }
  if (rest !== '') yield withoutReturn(rest);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}
