// How likely a place is meant before anything is typed. Points are ten times the logarithm of a likelihood,
// so that points can be added: 10 points are ten times as likely.
import type { PlaceKind } from './index/index-file';

/** A population ten times as large makes a place about six times as likely. */
const perTenfold = 8;
/** Seats of areas without a population count as villages at least. */
const fewestPeople = 50;

const kindPoints = { country: 4, capital: 4, region: -9, settlement: 0, district: -14 } as const;
/** A section of a city is meant less often than its population suggests. */
const sectionPoints = -6;

/** Importance is rounded to this fraction of a point. */
const perPoint = 64;

export function importanceOf(kind: PlaceKind, people: number, featureCode: string): number {
  const section = featureCode === 'PPLX' ? sectionPoints : 0;
  return importanceOfCity(people) + kindPoints[kind] + section;
}

export function importanceOfCity(people: number): number {
  return Math.round(perTenfold * Math.log10(people + fewestPeople) * perPoint) / perPoint;
}

/** Importance of a city of some 100,000 people. */
export const wellKnown = importanceOfCity(100_000);
