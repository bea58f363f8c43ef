// Verifies addresses (POST /verify/addresses) and cleanses addresses (POST /addresses/cleanse). In addition to the
// query, the request can have separate fields for the city, state and postcode.
import type {
  AddressMatch,
  CleanseRequest,
  Cleansing,
  Verification,
  VerifyRequest,
} from '../../api/addresses';
import type { FieldError } from '../../lib/errors';
import { invalidFields, Refusal } from '../http/responses';
import { type AddressWord, allAddresses, type FixtureAddress } from './addresses';
import { addressWords, similarity, stateNamedBy } from './words';

const supportedContext = 'usa';

const onlyUsa: FieldError = {
  path: 'context',
  message: 'must be usa, because the sandbox has only addresses in the USA',
};

/**
 * Verifies an address.
 * @param context country of the address: `usa` in any letter case; default: `usa`
 * @throws Refusal 40018 if `query` is empty or is not text.
 * @throws Refusal 4016 if `context` has any other value.
 * @throws Refusal 4000 if `city`, `state` or `zip_code` is not text. The refusal lists these fields.
 */
export function verify(
  query: unknown,
  context?: unknown,
  { city, state, zip_code }: Pick<VerifyRequest, 'city' | 'state' | 'zip_code'> = {},
): Verification {
  if (typeof query !== 'string' || query.trim() === '') throw new Refusal(40018);
  if (!isSupported(context)) throw invalidFields(4016, [onlyUsa]);
  checkTexts({ city, state, zip_code });
  const written = joinParts(query, [city, state, zip_code].map(textOrEmpty));
  const { match, count, fit, confidence } = matchAddress(written);
  return {
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
  };
}

function isSupported(context: unknown): boolean {
  if (context === undefined || context === null) return true;
  return typeof context === 'string' && context.toLowerCase() === supportedContext;
}

/**
 * Checks that the optional fields of a request are text.
 * @throws Refusal 4000 if a field is not text. The refusal lists these fields.
 */
function checkTexts(fields: Readonly<Record<string, unknown>>): void {
  const errors = Object.entries(fields)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== 'string')
    .map(([path]) => ({ path, message: 'must be a string' }));
  if (errors.length > 0) throw invalidFields(4000, errors);
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Adds the separate fields of a request to the request's query, except fields that the query already contains. The
 * fields precede the query, because `matchAddress` ignores the word `usa` only at the end of the text.
 */
function joinParts(query: string, parts: readonly string[]): string {
  const written = ` ${addressWords(query).join(' ')} `;
  const missing = parts.filter((part) => !written.includes(` ${addressWords(part).join(' ')} `));
  return [...missing, query].join(' ');
}

/**
 * Returns the address that best matches the request. For an address in the USA, `postcode` is the ZIP code, and
 * `post_town` is the city. `county` can contain the name or the abbreviation of a state. Ignores other values of
 * `county`, because the fixture has no counties.
 * @throws Refusal 40018 if `query` is empty or is not text.
 * @throws Refusal 4000 if `postcode`, `post_town` or `county` is not text. The refusal lists these fields.
 */
export function cleanse(request: CleanseRequest): Cleansing {
  const { query, postcode, post_town, county } = request;
  if (typeof query !== 'string' || query.trim() === '') throw new Refusal(40018);
  checkTexts({ postcode, post_town, county });
  const state = stateNamedBy(addressWords(textOrEmpty(county)).join(' ')) ?? '';
  const written = joinParts(query, [textOrEmpty(post_town), state, textOrEmpty(postcode)]);
  return { query, ...matchAddress(written) };
}

/** The minimum fit of a match. If the fit is lower, the address lacks too many of the query's words. */
const leastFit = 0.5;

/**
 * Returns the address that best matches a search text. An address matches only if the search text contains at least the
 * address's house number and street.
 */
function matchAddress(text: string): AddressMatch {
  const words = addressWords(text);
  const typed = words.at(-1) === 'usa' ? words.slice(0, -1) : words;
  const found = allAddresses()
    .flatMap((address) => compareAddress(typed, address) ?? [])
    .sort((a, b) => b.fit - a.fit || b.completeness - a.completeness);
  const [best] = found;
  if (!best) return { match: null, count: 0, fit: 0, confidence: 0 };
  const { fit, completeness } = best;
  const count = found.filter(
    (other) => other.fit === fit && other.completeness === completeness,
  ).length;
  const confidence = (fit * completeness) / count;
  return { match: best.address.record, count, fit, confidence: rounded(confidence) };
}

interface Compared {
  address: FixtureAddress;
  /**
   * The share of the query's words that match the address, from 0 to 1. A mistyped word counts less than an exact
   * match.
   */
  fit: number;
  /** The share of the address's parts that the query contains, from 0 to 1. */
  completeness: number;
}

/** Compares a query's words with an address. Returns undefined if the address cannot be a match. */
function compareAddress(typed: readonly string[], address: FixtureAddress): Compared | undefined {
  const { words } = address;
  if (!typed.includes(words[0]?.text ?? '')) return undefined;
  const rest = new Set(typed.keys());
  const found = new Map<AddressWord, number>();
  for (const similar of [(a: string, b: string) => Number(a === b), similarity]) {
    for (const word of words) {
      if (found.has(word)) continue;
      const at = [...rest].find((one) => similar(typed[one] ?? '', word.text) > 0);
      if (at === undefined) continue;
      rest.delete(at);
      found.set(word, similar(typed[at] ?? '', word.text));
    }
  }
  const parts = new Set(words.map(({ part }) => part));
  parts.delete('designator');
  parts.delete('plus 4');
  const written = new Set(
    [...parts].filter((part) => words.every((word) => word.part !== part || found.has(word))),
  );
  // The query must contain the street, and the unit if the address has one. If the query does not contain the ZIP code,
  // the query must not contain the name of a different state. If the query contains neither the ZIP code nor the city,
  // every word must match the address, because a word that does not match might be the name of a different city.
  if (!written.has('street') || (parts.has('unit') && !written.has('unit'))) return undefined;
  if (!written.has('zip')) {
    if (!written.has('city') && rest.size > 0) return undefined;
    if ([...rest].some((at) => stateNamedBy(typed[at] ?? ''))) return undefined;
  }
  const sum = [...found.values()].reduce((all, each) => all + each, 0);
  const fit = rounded(sum / typed.length);
  return fit < leastFit ? undefined : { address, fit, completeness: written.size / parts.size };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
