// What makes one place come before another: how much of the name was typed and how exactly, what kind
// of place it is, how many people live there, and what the caller leans towards. Sums of points; the
// sizes are chosen so that an exact name beats a begun one, and people decide among equals.
import type { PlaceKind, PlaceRecord } from './record';

/** How the typed words lie in a name. */
export interface NameMatch {
  /** Every word of the name was typed, in its order. */
  whole: boolean;
  /** The typed words are the beginning of the name. */
  begins: boolean;
  /** Share of the name's letters that were typed, 0 to 1. */
  covered: number;
  /** Letters of each mistyped word. */
  mistyped: readonly number[];
  /** Typed words that name the surroundings instead. */
  around: number;
}

const whole = 100;
const begun = 40;
const inside = 25;
const fullCover = 40;
/** Of alternate names: another language's whole name is nearly as good, its beginning less so. */
const alternateWhole = -4;
const alternatePart = -10;
const perWordAround = -6;

const kindPoints: Readonly<Record<PlaceKind, number>> = {
  country: 15,
  capital: 10,
  region: 5,
  settlement: 0,
  district: -3,
};

/** Points for the name; alternate names count a little less than the main one. */
export function namePoints(match: NameMatch, isMain: boolean): number {
  const { covered, mistyped, around } = match;
  let points = whole;
  if (!match.whole) points = (match.begins ? begun : inside) + fullCover * covered;
  if (!isMain) points += match.whole ? alternateWhole : alternatePart;
  // One wrong letter says less in a long word than in a short one.
  for (const letters of mistyped) points -= 15 + 60 / letters;
  return points + around * perWordAround;
}

/**
 * Points for a code typed in full: FR and CAN say less than a name and more than a beginning, the codes
 * of areas and airports are known to fewer.
 */
export function codePoints(kind: PlaceKind): number {
  return kind === 'country' ? 60 : 50;
}

/** Points for what the place is, whatever was typed. */
export function standing({ kind, people }: PlaceRecord): number {
  return kindPoints[kind] + 3 * Math.log10(people + 1);
}

/** What a bias adds: more than standing can make up for, less than an exact name is ahead of a begun one. */
export const biasPoints = { here: 30, around: 15, sameCountry: 10 } as const;
