// An address may come in pieces beside the query: its city, state and postcode in members of their own.
import type { FieldError } from '../../lib/errors';
import { wordsOf } from './words';

/** Optional text members of a request: those that are no text are named, for code 4000. */
export function pieceErrors(members: Readonly<Record<string, unknown>>): FieldError[] {
  return Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== 'string')
    .map(([path]) => ({ path, message: 'must be a string' }));
}

/** The text of an optional member; a missing one is "". */
export function pieceOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The query with the pieces before it, as order does not count, without those that it says already. */
export function joinPieces(query: string, pieces: readonly string[]): string {
  const said = ` ${wordsOf(query).join(' ')} `;
  const unsaid = pieces.filter((piece) => !said.includes(` ${wordsOf(piece).join(' ')} `));
  return [...unsaid, query].join(' ');
}
