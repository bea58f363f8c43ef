// Reads the places data the tool brings along (data/README.md says where it comes from).
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Gazetteer } from './gazetteer';
import { readMainTableLine } from './main-table';
import { makeRecord, type PlaceRecord } from './record';
import { readSettlements } from './settlements';

/**
 * The gazetteer of countries, first-level areas and capitals.
 * @throws Error when a file is missing or a line cannot be read: the data is part of the package.
 */
export async function readBundled(folder: string): Promise<Gazetteer> {
  const [countries, regions, capitals, settlements] = await Promise.all(
    ['countries.tsv', 'regions.tsv', 'capitals.tsv', 'settlements.tsv'].map(
      async (file) => [file, await readFile(join(folder, file), 'utf8')] as const,
    ),
  );
  const gazetteer = new Gazetteer();
  for (const line of linesOf(countries)) {
    const [two = '', three = '', id, name = '', asciiname = '', people, names] = line.split('\t');
    gazetteer.addCountryCode(two, three);
    gazetteer.add(
      makeRecord({
        geonameid: Number(id),
        kind: 'country',
        name,
        asciiname,
        alternatenames: listed(names),
        country: two,
        codes: [two, three],
        people: Number(people),
        featureClass: 'A',
      }),
    );
  }
  for (const line of linesOf(regions)) gazetteer.add(readRegion(line));
  for (const line of linesOf(capitals)) {
    const record = readMainTableLine(line);
    if (record) gazetteer.add(record);
  }
  gazetteer.settlements = () => readSettlements(linesOf(settlements));
  return gazetteer;
}

function readRegion(line: string): PlaceRecord {
  const [country = '', admin1 = '', iso = '', id, name = '', asciiname = '', people, names] =
    line.split('\t');
  return makeRecord({
    geonameid: Number(id),
    kind: 'region',
    name,
    asciiname,
    alternatenames: listed(names),
    country,
    admin1,
    codes: [iso, admin1].filter((code) => /^[A-Z]{2,3}$/.test(code)),
    people: Number(people),
    featureClass: 'A',
    featureCode: 'ADM1',
  });
}

function linesOf(file: readonly [string, string] | undefined): string[] {
  return file ? file[1].split('\n').filter((line) => line !== '' && !line.startsWith('#')) : [];
}

function listed(names: string | undefined): string[] {
  return names ? names.split('|') : [];
}
