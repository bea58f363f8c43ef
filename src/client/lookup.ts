// Lookups: the operations that use an API key. Those that cost something are billed to it.
import type { Endpoint } from '../api/endpoint';
import { isObject } from '../lib/exact-json';
import type { Call, Service } from './http/service';
import { rejected } from './reasons';
import { operationUrl, wellFormed } from './url';

/** The service, the API key that is billed, and the tags that the service stores with billed lookups. */
export interface LookupKey {
  service: Service;
  apiKey: string;
  tags: readonly string[];
}

/** Values of an operation's parameters, as the user typed them or as a row of a file contains them. */
export type LookupParameters = Readonly<Record<string, string | undefined>>;

export type LookupRequest = Pick<Call, 'parameters' | 'query' | 'body'>;

/** Describes a lookup: its parameters, its request, and the cost and outcome of a result. */
export interface LookupOperation {
  endpoint: Required<Endpoint>;
  /** Required parameters. The first one is the value that is looked up. */
  required: readonly [string, ...string[]];
  optional: readonly string[];
  /** True if the value that is looked up is a postal address. */
  takesAddress?: boolean;
  /** The dataset that must be enabled for the key. */
  dataset: 'geonames' | 'usps' | 'uspscleanse' | 'email' | 'phone';
  /** Builds the request. Throws `invalid_input` for values that the service does not allow. */
  request(fields: LookupParameters): LookupRequest;
  /** Returns why the values cannot be valid, so that a lookup would be wasted; undefined if they might be valid. */
  check?(fields: LookupParameters): Promise<InvalidValue | undefined>;
  /** Converts the values to the form that the service expects, before `request`. */
  prepare?(fields: LookupParameters): Promise<LookupParameters>;
  /** Returns how many lookups this result costs. */
  cost(result: unknown): number;
  /** Possible outcomes, such as `deliverable`, which summaries count. */
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

/** The outcome of an operation that returns a record, or an error if nothing is found. */
export const finding: Pick<LookupOperation, 'outcomes' | 'outcome'> = {
  outcomes: ['found'],
  outcome: () => 'found',
};

export interface LookedUp {
  /** The service's `result`. */
  result: unknown;
  /** Number of lookups. */
  cost: number;
}

/**
 * Builds the request for these values without sending it. Throws `invalid_input` for values that cannot be sent, such
 * as an ID that contains only dots or text with an unpaired surrogate.
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

/** Any base URL: whether the parameters form a valid path does not depend on the service. */
const anywhere = new URL('http://localhost');

export async function lookUp(
  key: LookupKey,
  operation: LookupOperation,
  fields: LookupParameters,
): Promise<LookedUp> {
  return sendLookup(key, operation, await lookupRequest(operation, fields));
}

/**
 * Like `lookUp`, for an existing request. `callOptions` are for a batch, which makes a single attempt and is called when
 * the request is sent.
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

/** Returns a required value. Throws `invalid_input` with its name if it is blank. */
export function requiredValue(fields: LookupParameters, name: string): string {
  const value = optionalValue(fields, name);
  if (value !== undefined) return value;
  throw rejected('nothing_to_look_up', `The ${name.replaceAll('_', ' ')} is empty.`);
}

/** Returns an optional value, or undefined if it is blank. */
export function optionalValue(fields: LookupParameters, name: string): string | undefined {
  const value = fields[name];
  return value?.trim() ? value : undefined;
}

const limits = { longitude: 180, latitude: 90 } as const;

/** Returns a longitude or latitude in degrees for the request. Throws `invalid_input` if it is out of range. */
export function parseDegrees(kind: keyof typeof limits, text: string): string {
  const trimmed = text.trim();
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (Math.abs(value) <= limits[kind]) return plainDecimal(value);
  const swapped = Math.abs(value) <= limits.longitude;
  const message = `${trimmed || 'An empty text'} is not a ${kind} in decimal degrees.`;
  throw rejected('coordinate', message, { kind, ...(swapped ? { swapped: 'yes' } : {}) });
}

/** Formats a number without an exponent, which `String` adds to very small numbers. */
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
  /** Name of the parameter, for example `email`. */
  parameter: string;
  value: string;
  reason: InvalidReason;
  /** The intended value, if it is clear. */
  suggestion?: string;
}
