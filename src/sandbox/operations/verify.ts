// Address verification, POST /verify/addresses.
import type { VerifyRequest } from '../schemas/address-requests';
import type { Verification } from '../schemas/lookup-results';
import { joinPieces, pieceErrors, pieceOf } from './address-pieces';
import { matchAddress } from './match-address';
import { done, type Outcome, refused } from './outcome';

/** The only country the sandbox has addresses of. */
const supportedContext = 'usa';

/**
 * Verifies a written address. Without text in `query` it is 40018; a `context` other than `usa` (in any
 * case; the default where there is none) is 4016; a piece that is no text is 4000 with its name.
 */
export function verify(
  query: unknown,
  context?: unknown,
  { city, state, zip_code }: Pick<VerifyRequest, 'city' | 'state' | 'zip_code'> = {},
): Outcome<Verification> {
  if (typeof query !== 'string' || query.trim() === '') return refused(40018);
  if (!isSupported(context)) return refused(4016);
  const errors = pieceErrors({ city, state, zip_code });
  if (errors.length > 0) return refused(4000, errors);
  const written = joinPieces(query, [city, state, zip_code].map(pieceOf));
  const { match, count, fit, confidence } = matchAddress(written);
  return done({
    query,
    match,
    count,
    fit,
    confidence,
    address_line_one: match?.line_1 ?? '',
    address_line_two: match?.line_2 ?? '',
    city: match?.city ?? '',
    state: match?.state_abbreviation ?? '',
    zip_code: match?.zip_plus_4_code ?? '',
    country_iso_2: match?.country_iso_2 ?? '',
  });
}

function isSupported(context: unknown): boolean {
  if (context === undefined || context === null) return true;
  return typeof context === 'string' && context.toLowerCase() === supportedContext;
}
