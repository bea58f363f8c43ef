// How likely a place is meant before anything is typed. Points are ten times the logarithm of a likelihood,
// so that points can be added: 10 points are ten times as likely.
import type { PlaceRecord } from './record';

/** A population ten times as large makes a place about six times as likely. */
const perTenfold = 8;
/** Seats of areas without a population count as villages at least. */
const fewestPeople = 50;

const kindPoints = { country: 4, capital: 4, region: -9, settlement: 0, district: -14 } as const;
/** A section of a city is meant less often than its population suggests. */
const sectionPoints = -6;

/** The index has fractions of a point, as whole numbers from 0 on. */
const perPoint = 64;
const leastPoints = 100;

export function importanceOf({ kind, people, featureCode }: PlaceRecord): number {
  const section = featureCode === 'PPLX' ? sectionPoints : 0;
  return importanceOfCity(people) + kindPoints[kind] + section;
}

export function importanceOfCity(people: number): number {
  return Math.round(perTenfold * Math.log10(people + fewestPeople) * perPoint) / perPoint;
}

/** Importance of a city of some 100,000 people. */
export const wellKnown = importanceOfCity(100_000);

/** Importance as a whole number, for the index. */
export const packImportance = (points: number): number => (points + leastPoints) * perPoint;

export const unpackImportance = (number: number): number => number / perPoint - leastPoints;
