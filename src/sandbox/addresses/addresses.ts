// The addresses of the fixture: their records, their lines in a list and their words.
import type { UsaAddress } from '../../api/addresses';
import { Refusal } from '../http/responses';
import { metersPerDegree } from '../places/distance';
import { fixture } from './fixture';
import { addressWords, stateNames } from './words';

/** A word of an address, in its short form, and what it is a part of. */
export interface AddressWord {
  part:
    | 'number'
    | 'direction'
    | 'street'
    | 'suffix'
    | 'designator'
    | 'unit'
    | 'city'
    | 'state'
    | 'zip'
    | 'plus 4';
  text: string;
}

export interface FixtureAddress {
  record: UsaAddress;
  /** The line for a list. */
  suggestion: string;
  /** In the order of an envelope. */
  words: readonly AddressWord[];
  /** Its position among the addresses of its street. */
  at: number;
}

/** Meters from one house number to the next, and degrees from one street of a city to the next. */
const perNumber = 1.2;
const perStreet = 0.004;

const isDirection = (word = ''): boolean => /^[NS]?[EW]$|^[NS]$/.test(word);

const isSuffix = (word = ''): boolean =>
  /^(Ave|Blvd|Cir|Ct|Cv|Dr|Hwy|Ln|Pkwy|Pl|Plz|Rd|Sq|St|Ter|Trl|Way)$/.test(word);

let read: readonly FixtureAddress[] | undefined;

/** Every address, in the order of the fixture: on a street, houses before their units. Read when first asked for. */
export function allAddresses(): readonly FixtureAddress[] {
  read ??= fixture.trim().split('\n\n').flatMap(addressesOfCity);
  return read;
}

/**
 * The address of a suggestion.
 * @throws Refusal 4048 for an unknown id.
 */
export function resolveUsa(id: string): UsaAddress {
  const address = allAddresses().find(({ record }) => record.id === id);
  if (!address) throw new Refusal(4048);
  return address.record;
}

function addressesOfCity(text: string): FixtureAddress[] {
  const [head = '', ...streets] = text.split('\n');
  const [, city = '', state = '', north, east] = /^(.+), (..) (\S+) (\S+)$/.exec(head) ?? [];
  return streets.flatMap((line, at) => {
    const longitude = Number((Number(east) + at * perStreet).toFixed(5));
    return addressesOfStreet(line, { city, state, latitude: Number(north), longitude });
  });
}

/** Where a street begins; WGS84 degrees. */
interface Start {
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** The addresses of a line of the fixture: they lie north of each other. */
function addressesOfStreet(line: string, start: Start): FixtureAddress[] {
  const [, zip = '', plus4, name = '', rest = ''] =
    /^ {2}(\d{5})-(\d{4}) ([^:]+): (.+)$/.exec(line) ?? [];
  const houses = [...rest.matchAll(/(\d+)(?: \((\S+) ([^)]+)\))?/g)].map(
    ([, number, designator = '', units = '']) => ({
      number: Number(number),
      units: units
        .split(' ')
        .filter(Boolean)
        .map((unit) => ({ designator, unit })),
    }),
  );
  const whole = houses.map(({ number }) => ({ number, designator: '', unit: '' }));
  const units = houses.flatMap(({ number, units }) => units.map((unit) => ({ number, ...unit })));
  return [...whole, ...units].map(({ number, designator, unit }, at) => {
    const meters = (number - (houses[0]?.number ?? 0)) * perNumber;
    const latitude = Number((start.latitude + meters / metersPerDegree).toFixed(5));
    const plus = `${Number(plus4) + (number % 2)}`;
    const place = { ...start, latitude, zip, plus };
    return { ...addressOf(`${number}`, name.split(' '), [designator, unit], place), at };
  });
}

/** An address; a part that it lacks is "". */
function addressOf(
  number: string,
  street: string[],
  [designator, unit]: readonly [string, string],
  { city, state, zip, plus, longitude, latitude }: Start & { zip: string; plus: string },
): Omit<FixtureAddress, 'at'> {
  const name = [...street];
  const before = isDirection(name[0]) ? (name.shift() ?? '') : '';
  const after = isDirection(name.at(-1)) ? (name.pop() ?? '') : '';
  const suffix = isSuffix(name.at(-1)) ? (name.pop() ?? '') : '';
  const parts: readonly (readonly [AddressWord['part'], string])[] = [
    ['number', number],
    ['direction', before],
    ['street', name.join(' ')],
    ['suffix', suffix],
    ['direction', after],
    ['designator', designator === '#' ? 'Unit' : designator],
    ['unit', unit],
    ['city', city],
    ['state', state],
    ['zip', zip],
    ['plus 4', plus],
  ];
  // Without its ZIP code, as that may be corrected.
  const id = `usps_${fnv1a(
    parts
      .slice(0, 9)
      .map(([, text]) => text)
      .join('|'),
  )}`;
  const line_1 = [number, ...street].join(' ');
  const line_2 = unit && `${designator} ${unit}`;
  const shared = { id, dataset: 'usps', city, state_abbreviation: state, zip_code: zip } as const;
  const zipPlus4 = `${zip}-${plus}`;
  const record: UsaAddress = {
    ...shared,
    country: 'United States',
    country_iso: 'USA',
    country_iso_2: 'US',
    language: 'en',
    line_1,
    line_2,
    last_line: `${city} ${state} ${zipPlus4}`,
    state: stateNames.get(state) ?? '',
    zip_plus_4_code: zipPlus4,
    primary_number: number,
    street_name: name.join(' '),
    street_suffix: suffix,
    longitude,
    latitude,
    native: {
      ...shared,
      synthetic: true,
      primary_number: number,
      street_pre_directional_abbreviation: before,
      street_name: name.join(' '),
      street_suffix_abbreviation: suffix,
      street_post_directional_abbreviation: after,
      address_secondary_abbreviation: designator,
      secondary_number: unit,
      plus_4_code: plus,
      longitude,
      latitude,
    },
  };
  const suggestion = [line_1, line_2, city, state, zip].filter(Boolean).join(', ');
  const words = parts.flatMap(([part, text]) =>
    addressWords(text).map((word) => ({ part, text: word })),
  );
  return { record, suggestion, words };
}

/** FNV-1a: an id depends on its own address alone, whatever is added to the fixture. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
