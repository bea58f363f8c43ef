// Parses the sandbox's addresses (`fixture.ts`). Each address has a record that the API returns, a text that
// autocomplete suggests, and the words that searches compare.
import type { UsaAddress } from '../../api/addresses';
import { Refusal } from '../http/responses';
import { metersPerDegree } from '../places/distance';
import { fixture } from './fixture';
import { addressWords, stateNames } from './words';

/** An address word in its short form, and the address part that contains the word. */
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
  /** The address as it appears in a list of suggestions. */
  suggestion: string;
  /** The words of all address parts, from the house number to the ZIP+4 code. */
  words: readonly AddressWord[];
  /** The index of the address in the list of its street's addresses. */
  at: number;
}

/** The distance in meters between two houses whose numbers differ by 1. */
const perNumber = 1.2;
/** The distance in degrees of longitude between consecutive streets of a city. */
const perStreet = 0.004;

const isDirection = (word = ''): boolean => /^[NS]?[EW]$|^[NS]$/.test(word);

const isSuffix = (word = ''): boolean =>
  /^(Ave|Blvd|Cir|Ct|Cv|Dr|Hwy|Ln|Pkwy|Pl|Plz|Rd|Sq|St|Ter|Trl|Way)$/.test(word);

let read: readonly FixtureAddress[] | undefined;

/**
 * Returns all addresses in the fixture's order, except that each street's addresses without a unit precede the
 * addresses with a unit. The first call parses the fixture.
 */
export function allAddresses(): readonly FixtureAddress[] {
  read ??= fixture.trim().split('\n\n').flatMap(addressesOfCity);
  return read;
}

/**
 * Returns the address that a suggestion's ID identifies.
 * @throws Refusal 4048 if the ID is unknown.
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

/** A street's city and state, and the WGS84 coordinates (in degrees) of the street's first house. */
interface Start {
  city: string;
  state: string;
  latitude: number;
  longitude: number;
}

/** Returns the addresses in a line of the fixture. Each house is north of the previous house. */
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
  const withoutUnits = houses.map(({ number }) => ({ number, designator: '', unit: '' }));
  const units = houses.flatMap(({ number, units }) => units.map((unit) => ({ number, ...unit })));
  return [...withoutUnits, ...units].map(({ number, designator, unit }, at) => {
    const meters = (number - (houses[0]?.number ?? 0)) * perNumber;
    const latitude = Number((start.latitude + meters / metersPerDegree).toFixed(5));
    const plus = `${Number(plus4) + (number % 2)}`;
    const place = { ...start, latitude, zip, plus };
    return { ...addressOf(`${number}`, name.split(' '), [designator, unit], place), at };
  });
}

type AddressPart = readonly [part: AddressWord['part'], text: string];

/** Returns the parts of a street name, with an empty string for each missing part. */
function streetParts(street: readonly string[]) {
  const words = [...street];
  const before = isDirection(words[0]) ? (words.shift() ?? '') : '';
  const after = isDirection(words.at(-1)) ? (words.pop() ?? '') : '';
  const suffix = isSuffix(words.at(-1)) ? (words.pop() ?? '') : '';
  return { before, name: words.join(' '), suffix, after };
}

/** Returns an address's ID. The ID does not depend on the ZIP code, so correcting a ZIP code does not change the ID. */
function idOf(parts: readonly AddressPart[]): string {
  const texts = parts
    .filter(([part]) => part !== 'zip' && part !== 'plus 4')
    .map(([, text]) => text);
  return `usps_${fnv1a(texts.join('|'))}`;
}

/** Returns the words in address parts, in the same order as the parts. */
function wordsOf(parts: readonly AddressPart[]): AddressWord[] {
  return parts.flatMap(([part, text]) => addressWords(text).map((word) => ({ part, text: word })));
}

/** Builds an address's record, suggestion and words. In the record, each missing part is an empty string. */
function addressOf(
  number: string,
  street: string[],
  [designator, unit]: readonly [string, string],
  { city, state, zip, plus, longitude, latitude }: Start & { zip: string; plus: string },
): Omit<FixtureAddress, 'at'> {
  const { before, name, suffix, after } = streetParts(street);
  const parts: readonly AddressPart[] = [
    ['number', number],
    ['direction', before],
    ['street', name],
    ['suffix', suffix],
    ['direction', after],
    ['designator', designator === '#' ? 'Unit' : designator],
    ['unit', unit],
    ['city', city],
    ['state', state],
    ['zip', zip],
    ['plus 4', plus],
  ];
  const id = idOf(parts);
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
    street_name: name,
    street_suffix: suffix,
    longitude,
    latitude,
    native: {
      ...shared,
      synthetic: true,
      primary_number: number,
      street_pre_directional_abbreviation: before,
      street_name: name,
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
  return { record, suggestion, words: wordsOf(parts) };
}

/**
 * Returns the FNV-1a hash of a string. IDs are hashes rather than indexes, so that additions to the fixture do not
 * change existing IDs.
 */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}
