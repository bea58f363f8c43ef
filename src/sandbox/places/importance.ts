// The importance of a place: the likelihood that users search for the place, independent of the query. Scores are ten
// times the decimal logarithm of a likelihood, so that scores can be added. A score that is 10 higher means ten times
// the likelihood.
import type { PlaceKind } from './index/index-file';

/**
 * The increase in the score for each tenfold increase in population. An increase of 8 means about six times the
 * likelihood.
 */
const perTenfold = 8;
/**
 * The number that `importanceOfCity` adds to each population, so that a settlement with unknown population counts as a
 * village.
 */
const fewestPeople = 50;

const kindPoints = { country: 4, capital: 4, region: -9, settlement: 0, district: -14 } as const;
/** The score for a section of a city. Users search for a section less often than the section's population suggests. */
const sectionPoints = -6;

/** The number of steps per point. The importance is rounded to a multiple of 1/64. */
const perPoint = 64;

export function importanceOf(kind: PlaceKind, people: number, featureCode: string): number {
  const section = featureCode === 'PPLX' ? sectionPoints : 0;
  return importanceOfCity(people) + kindPoints[kind] + section;
}

export function importanceOfCity(people: number): number {
  return Math.round(perTenfold * Math.log10(people + fewestPeople) * perPoint) / perPoint;
}

/** The minimum importance of a well-known place: the importance of a city with 100,000 people. */
export const wellKnown = importanceOfCity(100_000);
