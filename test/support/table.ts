/** The rows of a table with one row per line and `|` between its cells. */
export function table(text: string): string[][] {
  const lines = text.trim().split('\n');
  return lines.map((line) => line.split(/(?:^|\s)\|(?=\s|$)/).map((cell) => cell.trim()));
}
