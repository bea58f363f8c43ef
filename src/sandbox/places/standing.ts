// How likely a place is meant before anything is typed. Points are ten times the logarithm of a likelihood,
// so that points can be added: 10 points are ten times as likely.
import { roundStanding } from './index-notes';
import type { PlaceRecord } from './record';

/** A population ten times as large makes a place about six times as likely. */
const perTenfold = 8;
/** Seats of areas without a population count as villages at least. */
const fewestPeople = 50;

const kindPoints = { country: 4, capital: 4, region: -9, settlement: 0, district: -14 } as const;
/** A section of a city is meant less often than its population suggests. */
const sectionPoints = -6;

/** Points for the kind of a place and its population. */
export function standing({ kind, people, featureCode }: PlaceRecord): number {
  const section = featureCode === 'PPLX' ? sectionPoints : 0;
  return standingOf(people) + kindPoints[kind] + section;
}

/** The standing of a settlement by its population. */
export function standingOf(people: number): number {
  return roundStanding(perTenfold * Math.log10(people + fewestPeople));
}

/** Standing of a city of some 100,000 people. */
export const wellKnown = standingOf(100_000);
