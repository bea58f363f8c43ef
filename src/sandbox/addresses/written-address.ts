// A written address, verified (POST /verify/addresses) or cleansed (POST /addresses/cleanse). It may come in
// parts: its city, state and postcode in members of their own beside the query.
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
  message: 'must be usa: the addresses of the sandbox are of the USA',
};

/**
 * Verifies a written address.
 * @throws Refusal 40018 without text in `query`; 4016 for a `context` other than `usa` (in any case; the default where
 * there is none); 4000 with the name of another part that is no text.
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

/** Refuses optional members of a request that are no text: 4000 with their names. */
function checkTexts(members: Readonly<Record<string, unknown>>): void {
  const errors = Object.entries(members)
    .filter(([, value]) => value !== undefined && value !== null && typeof value !== 'string')
    .map(([path]) => ({ path, message: 'must be a string' }));
  if (errors.length > 0) throw invalidFields(4000, errors);
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The query after the parts, as order does not count, without parts that it contains already. */
function joinParts(query: string, parts: readonly string[]): string {
  const written = ` ${addressWords(query).join(' ')} `;
  const missing = parts.filter((part) => !written.includes(` ${addressWords(part).join(' ')} `));
  return [...missing, query].join(' ');
}

/**
 * The closest address to a written one, which may come in parts: in the USA a postcode is the ZIP code, a
 * post town the city. A county may name a state; the fixture has no counties, so another name is passed over.
 * @throws Refusal 40018 and 4000 as `verify`.
 */
export function cleanse(request: CleanseRequest): Cleansing {
  const { query, postcode, post_town, county } = request;
  if (typeof query !== 'string' || query.trim() === '') throw new Refusal(40018);
  checkTexts({ postcode, post_town, county });
  const state = stateNamedBy(addressWords(textOrEmpty(county)).join(' ')) ?? '';
  const written = joinParts(query, [textOrEmpty(post_town), state, textOrEmpty(postcode)]);
  return { query, ...matchAddress(written) };
}

/** Below this, too much of the text does not belong to the address. */
const leastFit = 0.5;

/** The address that is meant. It needs the house number, the street, and the city or its ZIP code. */
function matchAddress(text: string): AddressMatch {
  const words = addressWords(text);
  const asked = words.at(-1) === 'usa' ? words.slice(0, -1) : words;
  const found = allAddresses()
    .flatMap((address) => compareAddress(asked, address) ?? [])
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
  /** 0 to 1: the share of the written words that the address has. */
  fit: number;
  /** 0 to 1: the share of the address's parts that were written. */
  completeness: number;
}

/** A written address compared with one of the fixture; undefined if it can't be meant. */
function compareAddress(asked: readonly string[], address: FixtureAddress): Compared | undefined {
  const { words } = address;
  if (!asked.includes(words[0]?.text ?? '')) return undefined;
  const rest = new Set(asked.keys());
  const found = new Map<AddressWord, number>();
  for (const similar of [(a: string, b: string) => Number(a === b), similarity]) {
    for (const word of words) {
      if (found.has(word)) continue;
      const at = [...rest].find((one) => similar(asked[one] ?? '', word.text) > 0);
      if (at === undefined) continue;
      rest.delete(at);
      found.set(word, similar(asked[at] ?? '', word.text));
    }
  }
  const parts = new Set(words.map(({ part }) => part));
  parts.delete('designator');
  parts.delete('plus 4');
  const written = new Set(
    [...parts].filter((part) => words.every((word) => word.part !== part || found.has(word))),
  );
  // Another apartment is another address, and so is one in another city or state.
  if (!written.has('street') || (parts.has('unit') && !written.has('unit'))) return undefined;
  if (!written.has('zip')) {
    if (!written.has('city') && rest.size > 0) return undefined;
    if ([...rest].some((at) => stateNamedBy(asked[at] ?? ''))) return undefined;
  }
  const sum = [...found.values()].reduce((all, each) => all + each, 0);
  const fit = rounded(sum / asked.length);
  return fit < leastFit ? undefined : { address, fit, completeness: written.size / parts.size };
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}
