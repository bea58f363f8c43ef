// Wraps text to the width of a terminal: paragraphs and lists of terms with their explanations.

/** A text wrapped at spaces; line feeds stay. Continuation lines are indented by `hang`. */
export function paragraph(text: string, width: number, hang = 0): string {
  return text
    .split('\n')
    .flatMap((line, index) => {
      const first = index === 0 ? 0 : hang;
      return wrapped(line, width, first, hang);
    })
    .join('\n');
}

/**
 * Terms in a column, indented by two, with their explanations beside them or, on a narrow terminal, below.
 */
export function definitions(rows: readonly (readonly [string, string])[], width: number): string {
  const longest = Math.max(...rows.map(([term]) => term.length));
  const column = Math.min(longest, Math.floor(width / 2) - 4) + 4;
  return rows
    .map(([term, text]) => {
      const lines = text.split('\n').flatMap((line) => wrapped(line, width, column, column));
      const head = `  ${term}`;
      if (head.length > column - 1) return [head, ...lines].join('\n');
      return [head.padEnd(column) + lines.join('\n').slice(column)].join('\n');
    })
    .join('\n');
}

/** A line wrapped at spaces, and inside longer words. The indents are numbers of spaces. */
function wrapped(text: string, width: number, first: number, further: number): string[] {
  const [, lead = '', rest = ''] = /^(\s*)(.*)$/s.exec(text) ?? [];
  const lines: string[] = [];
  let line = ' '.repeat(first) + lead;
  let isEmpty = true;
  const room = Math.max(8, width - Math.max(further, line.length));
  for (const piece of (rest.match(/\s*\S+/g) ?? []).flatMap((word) => parts(word, room))) {
    const isTooLong = line.length + piece.length > width;
    if (!isEmpty && isTooLong) {
      lines.push(line);
      line = ' '.repeat(further) + piece.trimStart();
    } else line += isEmpty ? piece.trimStart() : piece;
    isEmpty = false;
  }
  return [...lines, line];
}

/**
 * A word with the spaces before it, in parts of at most `room` columns, broken after punctuation if it has
 * any.
 */
function parts(word: string, room: number): string[] {
  const text = word.trimStart();
  if (text.length <= room) return [word];
  const marked = Math.max(
    ...['|', '/', ',', '_', '-', ':', '.'].map((mark) => text.lastIndexOf(mark, room - 1)),
  );
  const at = marked > 0 ? marked + 1 : room;
  const blanks = word.slice(0, word.length - text.length);
  return [blanks + text.slice(0, at), ...parts(text.slice(at), room)];
}
