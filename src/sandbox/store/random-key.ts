// Keys nobody can guess, with the prefix of their kind.
import { randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Text of `length` random letters and digits; 25 of them carry more than 128 bits. */
export function randomText(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}

/** An API key. */
export const newApiKey = (): string => `ak_${randomText(25)}`;

/** A management key. */
export const newManagementKey = (): string => `uk_${randomText(25)}`;

/** A licensee key. */
export const newLicenseeKey = (): string => `sl_${randomText(25)}`;
