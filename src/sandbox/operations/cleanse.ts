// Address cleansing, POST /addresses/cleanse (decisions, "cleanse"): verification's rules on an address
// that may come in pieces.
import { joinPieces, pieceErrors, pieceOf } from './address-pieces';
import { type AddressMatch, matchAddress } from './match-address';
import { done, type Outcome, refused } from './outcome';
import { stateNamedBy } from './spellings';
import { wordsOf } from './words';

/** What is cleansed, as it came in: in the USA a postcode is the ZIP code, a post town the city. */
export interface CleanseRequest {
  query?: unknown;
  postcode?: unknown;
  post_town?: unknown;
  /** A county or a state; the data knows no counties, so another name is passed over. */
  county?: unknown;
}

/** Result of a cleansing; `query` as it was sent. */
export interface Cleansing extends AddressMatch {
  query: string;
}

/**
 * The closest address to a written one. Without text in `query` it is 40018; another piece that is no
 * text is 4000 with its name.
 */
export function cleanse(request: CleanseRequest): Outcome<Cleansing> {
  const { query, postcode, post_town, county } = request;
  if (typeof query !== 'string' || query.trim() === '') return refused(40018);
  const errors = pieceErrors({ postcode, post_town, county });
  if (errors.length > 0) return refused(4000, errors);
  const state = stateNamedBy(wordsOf(pieceOf(county)).join(' ')) ?? '';
  const written = joinPieces(query, [pieceOf(post_town), state, pieceOf(postcode)]);
  return done({ query, ...matchAddress(written) });
}
