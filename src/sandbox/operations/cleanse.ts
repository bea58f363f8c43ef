// Address cleansing, POST /addresses/cleanse: verification's rules on an address
// that may come in pieces.
import type { CleanseRequest } from '../schemas/address-requests';
import type { Cleansing } from '../schemas/lookup-results';
import { joinPieces, pieceErrors, pieceOf } from './address-pieces';
import { matchAddress } from './match-address';
import { done, type Outcome, refused } from './outcome';
import { stateNamedBy } from './spellings';
import { wordsOf } from './words';

/**
 * The closest address to a written one, which may come in pieces: in the USA a postcode is the ZIP code, a
 * post town the city. A county may name a state; the data knows no counties, so another name is passed over. Without text in `query` it is 40018; another piece that is no
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
