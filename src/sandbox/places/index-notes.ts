// The conventions of the writer and the reader of an index file.

/** The number for a missing area. */
export const none = 0xffffffff;

/** An entry is the area's number with the kind of key in its lowest bits. */
export const kindBits = 3;
export const kindMask = (1 << kindBits) - 1;

/** The content of the file's `notes`. */
export interface IndexNotes {
  /** Alpha-2, alpha-3 and the number of the country's place, `none` if it has none. */
  countries: readonly (readonly [string, string, number])[];
  /** Numbers from here on are areas without a place. */
  places: number;
}

/** Kinds of places as numbers: from `capital` on they are settlements. */
export const kindNumbers = {
  country: 0,
  region: 1,
  district: 2,
  capital: 3,
  settlement: 4,
} as const;
