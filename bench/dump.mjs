// A synthetic GeoNames dump: settlements in the columns of its main table, over the countries and areas of the
// bundled data, whose names they bear, alone or two together: beginnings are shared as those of places are.
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { chanceFrom, pickFrom } from '../scripts/random.mjs';

/** Writes `cities500.txt` with so many rows into a directory; answers some of their names. */
export async function writeDump(root, folder, rows) {
  const chance = chanceFrom(1);
  const pick = (list) => pickFrom(list, chance);
  const areas = readFileSync(join(root, 'data/places/regions.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'));
  const settlements = readFileSync(join(root, 'data/places/settlements.br'));
  const known = brotliDecompressSync(settlements).toString().split('\f')[1].split('\n');
  mkdirSync(folder, { recursive: true });
  const file = createWriteStream(join(folder, 'cities500.txt'));
  const names = [];
  for (let row = 0; row < rows; row += 1) {
    const name = chance() < 0.5 ? pick(known) : `${pick(known)} ${pick(known)}`;
    const [country, , admin1, , , , , latitude, longitude, , , timezone] = pick(areas);
    const others = Array.from({ length: Math.floor(chance() * 4) }, () => pick(known)).join(',');
    const point = [latitude, longitude].map((degrees) =>
      (Number(degrees) + chance() - 0.5).toFixed(5),
    );
    const people = Math.floor(500 + 2_000_000 * chance() ** 8);
    const columns = [
      20_000_000 + row,
      name,
      name,
      others,
      ...point,
      'P',
      'PPL',
      country,
      '',
      admin1,
    ];
    const line = [...columns, '', '', '', people, '', 100, timezone, '2026-01-01'].join('\t');
    if (row % 500 === 0) names.push(name.toLowerCase());
    if (!file.write(`${line}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
  return names;
}
