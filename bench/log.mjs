// Creates the lookup log for the benchmarks.
import { createWriteStream } from 'node:fs';

/** Writes a lookup log with quoted cells, escaped quotes, tags, and columns with few and with many distinct values. */
export async function writeLog(path, rows) {
  const out = createWriteStream(path);
  const types = ['Place Resolution', 'Address Lookup', 'Address Verification', 'Email Validation'];
  const start = Date.UTC(2026, 5, 1);
  let text = '';
  for (let row = 0; row < rows; row += 1) {
    const isQuoted = row % 10 === 0;
    const cells = [
      new Date(start + row * 1000).toISOString(),
      `192.0.2.${row % 250}`,
      isQuoted ? `"${row} Main St, ""North"" End"` : `geonames_${2_600_000 + (row % 50_000)}`,
      `https://shop.example.com/checkout/${row % 1000}`,
      types[row % 4],
      ['"web,checkout"', 'web', ''][row % 3],
      row % 7 === 0 ? 0 : 1,
      row % 5 === 0 ? 'Acme Ltd' : '',
      row % 4 === 0 ? `2001:db8::${row % 9999}` : '',
    ];
    text += `${cells.join(',')}\n`;
    if (text.length < 1 << 20) continue;
    if (!out.write(text)) await new Promise((resolve) => out.once('drain', resolve));
    text = '';
  }
  await new Promise((resolve) => out.end(text, resolve));
}
