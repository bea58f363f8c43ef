// Writes an input file for a batch of places.
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const data = join(dirname(fileURLToPath(import.meta.url)), '../data/places/regions.tsv');

/**
 * Writes a CSV file with `count` rows. Each row contains a number and the ID of a place. Several rows can contain the
 * same ID. Returns the ID in the first row.
 */
export async function writePlaceRows(path, count) {
  const places = readFileSync(data, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => `geonames_${line.split('\t')[4]}`);
  const out = createWriteStream(path);
  out.write('row,id\n');
  for (let row = 1; row <= count; row += 1) {
    if (!out.write(`${row},${places[row % places.length]}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'close');
  return places[0];
}
