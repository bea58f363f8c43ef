// The importance of a place: how likely users mean it, before they type anything. Points are ten times the decimal
// logarithm of a likelihood, so that they can be added: a place with 10 points more is ten times as likely.
import type { PlaceKind } from './index/index-file';

/** A population ten times as large makes a place about six times as likely. */
const perTenfold = 8;
/** Added to each population, so that the seat of an area counts as a village even if its population is unknown. */
const fewestPeople = 50;

const kindPoints = { country: 4, capital: 4, region: -9, settlement: 0, district: -14 } as const;
/** Users mean a section of a city less often than its population suggests. */
const sectionPoints = -6;

/** Importance is rounded to a multiple of 1/64 point. */
const perPoint = 64;

export function importanceOf(kind: PlaceKind, people: number, featureCode: string): number {
  const section = featureCode === 'PPLX' ? sectionPoints : 0;
  return importanceOfCity(people) + kindPoints[kind] + section;
}

export function importanceOfCity(people: number): number {
  return Math.round(perTenfold * Math.log10(people + fewestPeople) * perPoint) / perPoint;
}

/** The least importance of a well-known place: that of a city with 100,000 people. */
export const wellKnown = importanceOfCity(100_000);
