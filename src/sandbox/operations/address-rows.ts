// The synthetic addresses of data/addresses/usa.tsv, read when they are first asked for: the sandbox
// is up before any of this is needed.
import { readFileSync } from 'node:fs';
import { dataPath } from '../../lib/installation';

const textColumns = [
  'id',
  'primary_number',
  'street_pre_directional_abbreviation',
  'street_name',
  'street_suffix_abbreviation',
  'street_post_directional_abbreviation',
  'address_secondary_abbreviation',
  'secondary_number',
  'city',
  'state_abbreviation',
  'zip_code',
  'plus_4_code',
] as const;

/** One line of the data: text members are "" where the address has no such part; WGS84 degrees. */
export type AddressRow = Readonly<
  Record<(typeof textColumns)[number], string> & { longitude: number; latitude: number }
>;

let rows: readonly AddressRow[] | undefined;
let rowsById: ReadonlyMap<string, AddressRow> | undefined;

/** All addresses, sorted by state, city, street, number and unit. */
export function addressRows(): readonly AddressRow[] {
  rows ??= parseRows(readFileSync(dataPath('addresses/usa.tsv'), 'utf8'));
  return rows;
}

/** The address of an id, or undefined. */
export function addressRow(id: string): AddressRow | undefined {
  rowsById ??= new Map(addressRows().map((row) => [row.id, row]));
  return rowsById.get(id);
}

/** Reads the tab-separated text; throws where it is not in the layout data/addresses/README.md tells. */
export function parseRows(text: string): AddressRow[] {
  const [header, ...lines] = text.trimEnd().split('\n');
  const columns = [...textColumns, 'longitude', 'latitude'].join('\t');
  if (header !== columns) throw new Error(`data/addresses/usa.tsv does not begin with ${columns}`);
  return lines.map(parseRow);
}

function parseRow(line: string): AddressRow {
  const cells = line.split('\t');
  const cell = (at: number): string => cells[at] ?? '';
  return {
    id: cell(0),
    primary_number: cell(1),
    street_pre_directional_abbreviation: cell(2),
    street_name: cell(3),
    street_suffix_abbreviation: cell(4),
    street_post_directional_abbreviation: cell(5),
    address_secondary_abbreviation: cell(6),
    secondary_number: cell(7),
    city: cell(8),
    state_abbreviation: cell(9),
    zip_code: cell(10),
    plus_4_code: cell(11),
    longitude: Number(cell(12)),
    latitude: Number(cell(13)),
  };
}
