// Values as CSV (RFC 4180), with line feeds.

/** A record with its line feed. Cells are quoted where they hold the delimiter, a quote or an end of line. */
export function csvRecord(cells: readonly string[], delimiter = ','): string {
  return `${cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)}\n`;
}

/** A value as the text of a cell: nothing for null, JSON (made by `json`) for lists and objects. */
export function cellText(value: unknown, json: (value: unknown) => string): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? json(value) : String(value);
}

function csvCell(cell: string, delimiter: string): string {
  const isPlain = !/["\r\n]/.test(cell) && !cell.includes(delimiter);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
