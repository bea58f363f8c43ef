// The synthetic addresses of data/addresses/usa.br, loaded on first use: the sandbox listens before. Streets
// are objects, their addresses a few numbers each.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { dataPath } from '../../lib/installation';

const metresPerDegree = 111_320;
/** Metres from one house number to the next, and from the middle of the street to a house. */
const perNumber = 1.2;
const aside = 9;

/** A city; WGS84 degrees of its centre. */
export interface City {
  /** Its position among the cities. */
  at: number;
  name: string;
  /** Postal abbreviation. */
  state: string;
  people: number;
  latitude: number;
  longitude: number;
}

/** A part of a street with one ZIP code; a missing part is "". */
export interface Street {
  city: City;
  before: string;
  name: string;
  suffix: string;
  after: string;
  zip: string;
  /** The +4 code of even numbers; odd ones have the next. */
  plus4: number;
  /** A street that people know from elsewhere. */
  famous: boolean;
  /** Its addresses: positions from `from` up to, not including, `to`. */
  from: number;
  to: number;
  /** The position of its first house: metres from the city's centre; and its direction. */
  east: number;
  north: number;
  eastward: boolean;
}

/** Units of its houses: kinds of units and the text of each, counted from 0. */
const unitKinds: Readonly<Record<string, readonly [string, (at: number) => string]>> = {
  A: ['Apt', (at) => `${at + 1}`],
  B: ['Apt', (at) => `${1 + (at >> 1)}${at % 2 === 0 ? 'A' : 'B'}`],
  S: ['Ste', (at) => `${(at + 1) * 100}`],
  U: ['Unit', (at) => `${at + 1}`],
  N: ['#', (at) => `${at + 1}`],
  F: ['Fl', (at) => `${at + 2}`],
};

/** All addresses, by position: sorted by state, city, street, number and unit. */
export class AddressBook {
  readonly cities: City[] = [];
  readonly streets: Street[] = [];
  /** Elements per address: its street, house number, kind of unit (0: none) and which of them. */
  readonly street: Uint16Array;
  readonly number: Uint32Array;
  readonly #unitKind: Uint8Array;
  readonly #unit: Uint8Array;

  /** @throws Error if the text does not have the layout of data/addresses/README.md */
  constructor(text: string) {
    const streets: number[] = [];
    const numbers: number[] = [];
    const kinds: number[] = [];
    const units: number[] = [];
    for (const line of text.trimEnd().split('\n')) {
      const cells = line.split('\t');
      if (cells[0] === '=') {
        this.cities.push(readCity(cells, this.cities.length));
        continue;
      }
      const from = numbers.length;
      eachHouse(cells[10] ?? '', (number, kind, unit) => {
        streets.push(this.streets.length);
        numbers.push(number);
        kinds.push(kind);
        units.push(unit);
      });
      this.streets.push(readStreet(cells, this.cities.at(-1), from, numbers.length));
    }
    this.street = Uint16Array.from(streets);
    this.number = Uint32Array.from(numbers);
    this.#unitKind = Uint8Array.from(kinds);
    this.#unit = Uint8Array.from(units);
  }

  /** Number of addresses. */
  get size(): number {
    return this.number.length;
  }

  streetAt(position: number): Street {
    const street = this.streets[this.street[position] ?? -1];
    if (!street) throw new RangeError(`There is no address ${position}.`);
    return street;
  }

  /** The word before a unit's number, and the number; "" for a building. */
  unitAt(position: number): readonly [string, string] {
    const kind = unitKinds[String.fromCharCode(this.#unitKind[position] ?? 0)];
    return kind ? [kind[0], kind[1](this.#unit[position] ?? 0)] : ['', ''];
  }

  hasUnit(position: number): boolean {
    return this.#unitKind[position] !== 0;
  }

  /** The +4 code, which has four digits. */
  plus4NumberAt(position: number): number {
    return this.streetAt(position).plus4 + ((this.number[position] ?? 0) % 2);
  }

  /** Longitude and latitude, to the metre. */
  pointAt(position: number): { longitude: number; latitude: number } {
    const street = this.streetAt(position);
    const number = this.number[position] ?? 0;
    const along = (number - (this.number[street.from] ?? 0)) * perNumber;
    const side = number % 2 === 0 ? aside : -aside;
    return pointOf(
      street.city,
      street.east + (street.eastward ? along : side),
      street.north + (street.eastward ? side : along),
    );
  }
}

/** Metres from a city's centre as degrees with five decimals. */
function pointOf({ latitude, longitude }: City, east: number, north: number) {
  const narrowing = Math.cos((latitude * Math.PI) / 180);
  return {
    longitude: Number((longitude + east / (metresPerDegree * narrowing)).toFixed(5)),
    latitude: Number((latitude + north / metresPerDegree).toFixed(5)),
  };
}

function readCity(cells: string[], at: number): City {
  const [, name = '', state = '', latitude, longitude, people] = cells;
  const city = { at, name, state, people: Number(people) };
  return { ...city, latitude: Number(latitude), longitude: Number(longitude) };
}

function readStreet(cells: string[], city: City | undefined, from: number, to: number): Street {
  const [before = '', name = '', suffix = '', after = '', zip = '', plus4, east, north] = cells;
  if (!city || cells.length !== 11 || from === to) {
    throw new Error(`data/addresses/usa.br has a line that is none: ${cells.join(' ')}`);
  }
  return {
    ...{ city, before, name, suffix, after, zip, plus4: Number(plus4), from, to },
    ...{ east: Number(east), north: Number(north) },
    eastward: cells[8] === 'E',
    famous: cells[9] === '*',
  };
}

/**
 * Calls back with each address of a street, a building before its units: its number, the kind of unit (0:
 * none) and which of them. In `1226A4 9 6S2` each number is the difference to the one before.
 */
function eachHouse(
  text: string,
  visit: (number: number, kind: number, unit: number) => void,
): void {
  let number = 0;
  for (const house of text.split(' ')) {
    const step = Number.parseInt(house, 10);
    const digits = `${step}`.length;
    number += step;
    visit(number, 0, 0);
    if (house.length === digits) continue;
    const units = Number(house.slice(digits + 1));
    for (let unit = 0; unit < units; unit += 1) visit(number, house.charCodeAt(digits), unit);
  }
}

let book: AddressBook | undefined;

/** The addresses of the package. */
export function addressBook(): AddressBook {
  book ??= new AddressBook(
    brotliDecompressSync(readFileSync(dataPath('addresses/usa.br'))).toString(),
  );
  return book;
}

/** More than the population of any city. */
const fame = 100_000_000;

/** The higher, the likelier a street is meant: a famous one before others, then that of the larger city. */
export function streetStanding({ famous, city }: Street): number {
  return city.people + (famous ? fame : 0);
}
