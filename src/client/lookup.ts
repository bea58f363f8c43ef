// Lookups and free searches, which use an API key. The service bills lookups to the API key.
import type { Endpoint } from '../api/endpoint';
import { isObject } from '../lib/exact-json';
import type { Call, Service } from './http/service';
import { rejected } from './reasons';
import { operationUrl, wellFormed } from './url';

/** The service, the API key to bill, and the tags that the service stores with billed lookups. */
export interface LookupKey {
  service: Service;
  apiKey: string;
  tags: readonly string[];
}

/** The values of an operation's parameters, as the user typed them or as a row of a file contains them. */
export type LookupParameters = Readonly<Record<string, string | undefined>>;

export type LookupRequest = Pick<Call, 'parameters' | 'query' | 'body'>;

/** Describes a lookup: its parameters, its request, and the cost and outcome of a result. */
export interface LookupOperation {
  endpoint: Required<Endpoint>;
  /** The names of the required parameters. The first parameter is the value to look up. */
  required: readonly [string, ...string[]];
  optional: readonly string[];
  /** True if the value to look up is a postal address. */
  takesAddress?: boolean;
  /** The dataset that must be enabled for the key. */
  dataset: 'geonames' | 'usps' | 'uspscleanse' | 'email' | 'phone';
  /** Builds the request. Throws `invalid_input` for values that the service does not allow. */
  request(fields: LookupParameters): LookupRequest;
  /**
   * Returns the reason why the values cannot be valid, so that waypost does not waste a lookup on them. Returns
   * undefined if the values might be valid.
   */
  check?(fields: LookupParameters): Promise<InvalidValue | undefined>;
  /**
   * Converts the values to the format that the service expects. The caller must pass the converted values to `request`.
   */
  prepare?(fields: LookupParameters): Promise<LookupParameters>;
  /** Returns the number of lookups that the result costs. */
  cost(result: unknown): number;
  /** The possible outcomes, such as `deliverable`. Summaries count the rows with each outcome. */
  outcomes: readonly string[];
  /** Returns the outcome of a result. */
  outcome(result: unknown): string;
}

/** The outcomes of an operation whose result is a list of hits. */
export const suggesting: Pick<LookupOperation, 'outcomes' | 'outcome'> = {
  outcomes: ['found', 'no_match'],
  outcome: (result) =>
    isObject(result) && Array.isArray(result.hits) && result.hits.length === 0
      ? 'no_match'
      : 'found',
};

/** The outcome of an operation that returns a record. If the service finds nothing, the operation fails. */
export const finding: Pick<LookupOperation, 'outcomes' | 'outcome'> = {
  outcomes: ['found'],
  outcome: () => 'found',
};

export interface LookedUp {
  /** The `result` field of the service's response. */
  result: unknown;
  /** The number of lookups that the result costs. */
  cost: number;
}

/**
 * Builds the request for these values but does not send it. Throws `invalid_input` for values that cannot be sent, such
 * as an ID that contains only dots, or text with an unpaired surrogate.
 */
export async function lookupRequest(
  operation: LookupOperation,
  fields: LookupParameters,
): Promise<LookupRequest> {
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) wellFormed(name, value);
  }
  const request = operation.request((await operation.prepare?.(fields)) ?? fields);
  operationUrl(anywhere, operation.endpoint.path, request.parameters ?? {});
  return request;
}

/** A placeholder base URL. The parameter check has the same result for every base URL. */
const anywhere = new URL('http://localhost');

export async function lookUp(
  key: LookupKey,
  operation: LookupOperation,
  fields: LookupParameters,
): Promise<LookedUp> {
  return sendLookup(key, operation, await lookupRequest(operation, fields));
}

/**
 * Sends a request that `lookupRequest` built. A batch sets `callOptions` to make only one attempt and to run code when
 * waypost sends the request.
 */
export async function sendLookup(
  { service, apiKey, tags }: LookupKey,
  operation: LookupOperation,
  { query, ...request }: LookupRequest,
  callOptions: Pick<Call, 'single' | 'onSend' | 'signal'> = {},
): Promise<LookedUp> {
  const { billed } = operation.endpoint;
  const { result } = await service.call(operation.endpoint, {
    ...request,
    query: { ...query, tags: billed ? tags.join(',') || undefined : undefined },
    bearer: apiKey,
    billable: billed,
    ...callOptions,
  });
  return { result, cost: operation.cost(result) };
}

/**
 * Returns the value of a required parameter. Throws `invalid_input` if the value is blank. The message contains the
 * parameter's name.
 */
export function requiredValue(fields: LookupParameters, name: string): string {
  const value = optionalValue(fields, name);
  if (value !== undefined) return value;
  throw rejected('nothing_to_look_up', `The ${name.replaceAll('_', ' ')} is empty.`);
}

/** Returns the value of an optional parameter, or undefined if the value is blank. */
export function optionalValue(fields: LookupParameters, name: string): string | undefined {
  const value = fields[name];
  return value?.trim() ? value : undefined;
}

const limits = { longitude: 180, latitude: 90 } as const;

/**
 * Checks a longitude or latitude in degrees, and returns the value as decimal text for a request. Throws
 * `invalid_input` if the value is not a decimal number or is out of range.
 */
export function parseDegrees(kind: keyof typeof limits, text: string): string {
  const trimmed = text.trim();
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (Math.abs(value) <= limits[kind]) return plainDecimal(value);
  const swapped = Math.abs(value) <= limits.longitude;
  const message = `${trimmed || 'An empty value'} is not a ${kind} in decimal degrees.`;
  throw rejected('coordinate', message, { kind, ...(swapped ? { swapped: 'yes' } : {}) });
}

/** Formats a number as decimal text. `String` would use an exponent for very small numbers. */
function plainDecimal(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(20).replace(/\.?0+$/, '') : text;
}

export type InvalidReason =
  | 'no_at_sign'
  | 'several_at_signs'
  | 'no_mailbox'
  | 'no_domain'
  | 'blank_inside'
  | 'several_addresses'
  | 'address_in_text'
  | 'wrong_mailbox'
  | 'wrong_domain'
  | 'domain_without_dot'
  | 'no_digits'
  | 'too_few_digits'
  | 'several_plus_signs'
  | 'too_many_digits'
  | 'other_digits'
  | 'wrong_character'
  | 'number_in_text'
  | 'unknown_country_code'
  | 'no_country_code'
  | 'not_in_country'
  | 'unknown_country';

export interface InvalidValue {
  /** The name of the parameter, for example `email`. */
  parameter: string;
  value: string;
  reason: InvalidReason;
  /** The value that the user probably intended. Undefined if the intended value is not clear. */
  suggestion?: string;
}
