/** Returns the rows of a table in a text with one row per line. `|` separates the cells. */
export function table(text: string): string[][] {
  const lines = text.trim().split('\n');
  return lines.map((line) => line.split(/(?:^|\s)\|(?=\s|$)/).map((cell) => cell.trim()));
}
