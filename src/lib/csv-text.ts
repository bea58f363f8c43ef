// Formats values as CSV (RFC 4180).

/** Formats one row with its line ending. Quotes cells that contain the delimiter, a quote or a line ending. */
export function csvRecord(
  cells: readonly string[],
  delimiter = ',',
  lineEnding: LineEnding = '\n',
): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}${lineEnding}`;
}

export type LineEnding = '\n' | '\r\n';

/**
 * Formats a value as the text of a cell. Null and undefined become an empty string. `json` formats lists and objects.
 */
export function cellText(value: unknown, json: (value: unknown) => string): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? json(value) : String(value);
}

function csvCell(cell: string, delimiter: string): string {
  const isPlain = !/["\r\n]/.test(cell) && !cell.includes(delimiter);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
