// The index of a gazetteer: the texts that find places, sorted, the numbers that rank them, and their records.

import { collectKeys } from './collect-keys';
import type { Gazetteer } from './gazetteer';
import { type IndexContent, packIndex } from './index-file';
import {
  type IndexNotes,
  kindNumbers,
  none,
  numberOfDegrees,
  numberOfStanding,
} from './index-notes';
import { writeBlocks } from './record-blocks';
import { standing } from './standing';

/**
 * The bytes of the index of a gazetteer.
 * @param quality of the compression, 0 to 11
 */
export function writeIndex(gazetteer: Gazetteer, quality: number): Buffer {
  const records = [...gazetteer.records].sort((a, b) => a.geonameid - b.geonameid);
  const numbers = new Map(records.map((record, number) => [record, number]));
  const areaNames = [...gazetteer.areaNames].filter(([key]) => !gazetteer.area(key));
  const nameNumbers = new Map(areaNames.map(([key], at) => [key, records.length + at]));
  const areaNumber = (key: string): number => {
    const area = gazetteer.area(key);
    return (area ? numbers.get(area) : nameNumbers.get(key)) ?? none;
  };
  const names = [...records.map(({ name }) => name), ...areaNames.map(([, name]) => name)];
  const points = records.map(standing);
  const keys = collectKeys(records, areaNames);
  const content: IndexContent<IndexNotes> = {
    numbers: {
      ...keys.numbers,
      ids: records.map(({ geonameid }, at) => geonameid - (records[at - 1]?.geonameid ?? 0)),
      standing: points.map(numberOfStanding),
      latitude: records.map(({ latitude }) => numberOfDegrees(latitude)),
      longitude: records.map(({ longitude }) => numberOfDegrees(longitude)),
      country: records.map(({ country }) => areaNumber(country)),
      region: records.map(({ country, admin1 }) => areaNumber(`${country}.${admin1}`)),
      district: records.map(({ country, admin1, admin2 }) =>
        admin2 === '' ? none : areaNumber(`${country}.${admin1}.${admin2}`),
      ),
      kind: records.map(({ kind }) => kindNumbers[kind]),
    },
    texts: { tails: keys.tails, names: Buffer.from(names.join('\n')) },
    blocks: writeBlocks(records),
    notes: {
      countries: [...gazetteer.countryCodes].map(([two, three]) => [two, three, areaNumber(two)]),
      places: records.length,
    },
  };
  return packIndex(content, quality);
}
