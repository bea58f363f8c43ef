// GeoNames dump files on top of the bundled data: small ones made here, and the published ones where
// they lie on this machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlaces } from '../../../src/sandbox/places/places';
import { writeSmallIndex } from './support';

const folders: string[] = [mkdtempSync(join(tmpdir(), 'waypost-index-'))];
const index = join(folders[0] ?? '', 'places.index');
beforeAll(() => writeSmallIndex(index));

function folderWith(files: Record<string, string[]>): string {
  const folder = mkdtempSync(join(tmpdir(), 'waypost-dump-'));
  folders.push(folder);
  for (const [name, lines] of Object.entries(files)) {
    writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
  }
  return folder;
}

async function open(dump: string) {
  const warnings: string[] = [];
  const places = await openPlaces({
    dump,
    index,
    warn: (line) => warnings.push(line),
  });
  const search = (text: string, country?: string) =>
    places
      .search({ text, countries: country ? [country] : [], biasCountries: [], biasIp: false })
      .map(({ descriptive_name }) => descriptive_name);
  return { places, search, warnings };
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

const springfield =
  '4250542\tSpringfield\tSpringfield\tSpringfild\t39.80172\t-89.64371\tP\tPPLA\tUS\t\tIL\t167\t77500\t\t116565\t182\t185\tAmerica/Chicago\t2022-03-08';
const other =
  '4409896\tSpringfield\tSpringfield\t\t37.21533\t-93.29824\tP\tPPLA2\tUS\tCA,MX\tMO\t077\t\t\t166810\t\t395\tAmerica/Chicago\t2022-03-08';

describe('a folder of dump files', () => {
  test('makes settlements and second-level areas searchable', async () => {
    const dump = folderWith({
      'admin2Codes.txt': ['US.IL.167\tSangamon County\tSangamon County\t4249774'],
      'cities500.txt': [springfield, other],
    });
    const { places, search, warnings } = await open(dump);
    expect(search('springfield illinois')).toEqual([
      'Springfield, Sangamon County, Illinois, United States',
    ]);
    expect(search('springfield il')).toEqual(search('springfield illinois'));
    expect(search('springfield', 'USA')).toHaveLength(2);
    expect(search('sangamon')).toContain('Sangamon County, Illinois, United States');
    expect(places.resolve('geonames_4250542')?.native).toMatchObject({
      admin1_name: 'Illinois',
      admin2_code: '167',
      admin2_name: 'Sangamon County',
      admin2_geonameid: 4249774,
      admin3_code: '77500',
      population: '116565',
      elevation: 182,
      dem: 185,
    });
    expect(places.resolve('geonames_4409896')?.native.cc2).toEqual(['CA', 'MX']);
    expect(places.resolve('geonames_4249774')?.native.feature_code).toBe('ADM2');
    expect(warnings).toEqual([
      `countryInfo.txt is not in ${dump}: countries are those of the bundled data.`,
      `admin1CodesASCII.txt is not in ${dump}: first-level areas are those of the bundled data.`,
      `alternateNamesV2.txt is not in ${dump}: alternate names are those of the other files.`,
    ]);
  });

  test('names each bad line with file and line number, and reads the rest', async () => {
    const dump = folderWith({
      'cities15000.txt': ['# a comment', springfield, 'not a row', '', other.replace('37.2', 'x')],
      'admin2Codes.txt': ['US.IL\tno id\tno id\t', 'US.IL.167.1\tA\tA\t5'],
      'countryInfo.txt': ['France'],
      'alternateNames.txt': ['1\tx\ten\tName'],
    });
    const { places, warnings } = await open(dump);
    expect(places.resolve('geonames_4250542')?.name).toBe('Springfield');
    const bad = warnings.filter((line) => line.includes('.txt:'));
    expect(bad).toEqual([
      `${join(dump, 'countryInfo.txt')}:1: no country row; the line is omitted.`,
      `${join(dump, 'admin2Codes.txt')}:1: no row of codes, name, ASCII name and id; the line is omitted.`,
      `${join(dump, 'admin2Codes.txt')}:2: no row of codes, name, ASCII name and id; the line is omitted.`,
      `${join(dump, 'cities15000.txt')}:3: no row of the 19 columns of the main table; the line is omitted.`,
      `${join(dump, 'cities15000.txt')}:5: no row of the 19 columns of the main table; the line is omitted.`,
      `${join(dump, 'alternateNames.txt')}:1: no row of the alternate names table; the line is omitted.`,
    ]);
  });

  test('does not flood: bad lines beyond twenty are counted', async () => {
    const dump = folderWith({ 'cities500.txt': Array.from({ length: 5000 }, () => 'x') });
    const { warnings } = await open(dump);
    expect(warnings.filter((line) => line.includes('.txt:')).length).toBe(21);
    expect(warnings.at(-2)).toBe(`${join(dump, 'cities500.txt')}: 5000 bad lines in all.`);
  });

  test('alternate names become names; links, codes and places not loaded do not', async () => {
    const dump = folderWith({
      'cities500.txt': [springfield],
      'alternateNames.txt': ['9\t4250542\ten\tNot read when V2 is there'],
      'alternateNamesV2.txt': [
        '1\t4250542\teo\tPrintempokampo\t1\t\t\t',
        '2\t4250542\tlink\thttps://example.org/Spring\t\t\t\t',
        '3\t7\ten\tNowhere\t\t\t\t',
        '4\t3017382\ttok\tMa Kanse\t\t\t\t',
      ],
    });
    const { places, search } = await open(dump);
    expect(search('printempok')).toEqual(['Springfield, Illinois, United States']);
    expect(search('ma kanse')).toEqual(['France']);
    expect(places.resolve('geonames_4250542')?.native.alternatenames).toEqual([
      'Springfild',
      'Printempokampo',
    ]);
  });

  test('areas rank by the people of their settlements', async () => {
    const dump = folderWith({
      'admin2Codes.txt': [
        'US.IL.167\tZed County West\tZed County West\t6',
        'US.MO.077\tZed County East\tZed County East\t7',
      ],
      'cities500.txt': [springfield, other],
    });
    const { search } = await open(dump);
    expect(search('zed coun').map((name) => name.split(',')[0])).toEqual([
      'Zed County East',
      'Zed County West',
    ]);
  });

  test('wins over the bundled data, and areas it does not list are gone', async () => {
    const dump = folderWith({
      'admin1CodesASCII.txt': ['FR.11\tParis Region\tParis Region\t3012874'],
      'countryInfo.txt': [
        'FR\tFRA\t250\tFR\tFrance\tParis\t547030\t66987244\tEU\t.fr\tEUR\tEuro\t33\t\t\tfr-FR\t3017382\t\t',
      ],
    });
    const { places, search } = await open(dump);
    expect(places.resolve('geonames_3012874')?.name).toBe('Paris Region');
    expect(places.resolve('geonames_2988507')?.native.admin1_name).toBe('Paris Region');
    expect(search('île-de-france')).toContain('Paris Region, France');
    expect(places.resolve('geonames_3012874')?.native.alternatenames).toContain('Île-de-France');
    expect(places.resolve('geonames_5332921')).toBeUndefined();
    expect(places.resolve('geonames_3017382')?.native.population).toBe('66987244');
    expect(search('allemagne')).toContain('Germany');
  });

  test('a folder without any dump file, or no folder, is an error that says what is expected', async () => {
    await expect(open(folderWith({ 'readme.txt': ['x'] }))).rejects.toThrow(
      /no GeoNames dump file\. Expected are countryInfo\.txt/,
    );
    await expect(open('/nowhere/at/all')).rejects.toThrow(/ENOENT/);
  });
});

// Where the published dump lies on this machine, if it does: https://download.geonames.org/export/dump/
const published = process.env.GEONAMES_DUMP ?? '';

describe('the published dump', () => {
  test.skipIf(published === '')(
    'loads without a bad line, and finds second-level areas (needs its folder in GEONAMES_DUMP)',
    async () => {
      const { places, search, warnings } = await open(published);
      expect(warnings.filter((line) => line.endsWith('omitted.'))).toEqual([]);
      expect(places.size).toBeGreaterThan(50_000);
      expect(search('sangamon county illinois')).toEqual([
        'Sangamon County, Illinois, United States',
      ]);
      expect(search('paris')[0]).toMatch(/^Paris, .*Île-de-France, France$/);
      expect(search('germny')[0]).toBe('Germany');
      expect(places.resolve('geonames_2988507')?.native.admin2_name).toBe('Paris');
    },
  );
});
