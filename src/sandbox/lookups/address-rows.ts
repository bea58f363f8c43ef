// Addresses as records, and by their ids.
import { firstNotBefore } from '../first-not-before';
import { addressBook } from './address-book';

/** An address: a missing part is ""; WGS84 degrees. */
export interface AddressRow {
  readonly id: string;
  readonly primary_number: string;
  readonly street_pre_directional_abbreviation: string;
  readonly street_name: string;
  readonly street_suffix_abbreviation: string;
  readonly street_post_directional_abbreviation: string;
  readonly address_secondary_abbreviation: string;
  readonly secondary_number: string;
  readonly city: string;
  readonly state_abbreviation: string;
  readonly zip_code: string;
  readonly plus_4_code: string;
  readonly longitude: number;
  readonly latitude: number;
}

const idForm = /^usps_(0|[1-9]\d{0,9})$/;

/** Positions of all addresses, and the numbers of their ids in ascending order. */
let ids: { numbers: Uint32Array; positions: Uint32Array } | undefined;

/** The address at a position of the book. */
export function rowAt(position: number): AddressRow {
  const book = addressBook();
  const { before, name, suffix, after, city, zip } = book.streetAt(position);
  const [designator, unit] = book.unitAt(position);
  return {
    id: `usps_${idAt(position)}`,
    primary_number: `${book.number[position]}`,
    street_pre_directional_abbreviation: before,
    street_name: name,
    street_suffix_abbreviation: suffix,
    street_post_directional_abbreviation: after,
    address_secondary_abbreviation: designator,
    secondary_number: unit,
    city: city.name,
    state_abbreviation: city.state,
    zip_code: zip,
    plus_4_code: `${book.plus4NumberAt(position)}`,
    ...book.pointAt(position),
  };
}

/** The address of an id, or undefined. */
export function addressRow(id: string): AddressRow | undefined {
  const number = Number(idForm.exec(id)?.[1] ?? Number.NaN);
  ids ??= sortedIds();
  const { numbers, positions } = ids;
  const found = firstNotBefore(0, numbers.length, (at) => (numbers[at] ?? 0) < number);
  return numbers[found] === number ? rowAt(positions[found] ?? 0) : undefined;
}

/**
 * FNV-1a of the address without its ZIP code: an id depends on its own address alone, so that data with more
 * addresses does not change it.
 */
function idAt(position: number): number {
  const book = addressBook();
  const { before, name, suffix, after, city } = book.streetAt(position);
  const parts = [book.number[position], before, name, suffix, after, ...book.unitAt(position)];
  const text = [...parts, city.name, city.state].join('|');
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

function sortedIds() {
  const { size } = addressBook();
  const found = Float64Array.from(
    { length: size },
    (_, position) => idAt(position) * size + position,
  );
  found.sort();
  return {
    numbers: Uint32Array.from(found, (each) => Math.floor(each / size)),
    positions: Uint32Array.from(found, (each) => each % size),
  };
}
