// The conventions of the writer and the reader of an index file.

export const none = 0xffffff;

/** An entry in memory is the area's number with the kind of key in its lowest bits. */
export const kindBits = 3;
export const kindMask = (1 << kindBits) - 1;

export interface IndexNotes {
  /** Alpha-2, alpha-3 and the number of the country's place, `none` if it has none. */
  countries: readonly (readonly [string, string, number])[];
  /** Numbers from here on are areas without a place. */
  places: number;
  /** Numbers of the first-level areas that have the name of a settlement in them. */
  namesakes: readonly number[];
}

/** Kinds of places as numbers: from `capital` on they are settlements. */
export const kindNumbers = {
  country: 0,
  region: 1,
  district: 2,
  capital: 3,
  settlement: 4,
} as const;

/** GeoNames has five decimals. */
const perDegree = 100_000;
const mostDegrees = 180;
const unknownDegrees = 3 * mostDegrees * perDegree;

/** Degrees as a whole number from 0 on; unknown ones have a number of their own. */
export function numberOfDegrees(degrees: number | undefined): number {
  return degrees === undefined ? unknownDegrees : Math.round((degrees + mostDegrees) * perDegree);
}

/** Degrees from their number; NaN if they are unknown. */
export function degreesOf(number: number): number {
  if (number === unknownDegrees) return Number.NaN;
  return (number - mostDegrees * perDegree) / perDegree;
}

/** The kinds of keys, by how much they say. The values stand in the index file. */
export const keyKinds = {
  /** The name, or the name in ASCII. */
  main: 0,
  /** A name of another language or spelling. */
  alternate: 1,
  /** A code typed in full: FR, FRA, TX, LHR. */
  code: 2,
  /** The name without its first word or words. */
  inner: 3,
  /** The name without spaces. */
  joined: 4,
  /** A part of an area's hyphenated name: Rhône-Alpes of Auvergne-Rhône-Alpes. */
  part: 5,
} as const;

export type KeyKind = (typeof keyKinds)[keyof typeof keyKinds];

const asciiText = /^[\0-\x7f]*$/;

/** The bytes of a text, one character each. */
export function toKey(text: string): string {
  return asciiText.test(text) ? text : Buffer.from(text).toString('latin1');
}

/** Splits the bytes of a text into letters: the bytes of one character each. */
export function lettersOf(key: string): string[] {
  return key.match(/[\0-\x7f]|[\xc0-\xff][\x80-\xbf]*/g) ?? [];
}
