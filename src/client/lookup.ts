// Lookups: the operations that use an API key, and are billed to it if they cost anything.
import type { Endpoint } from '../api/endpoint';
import { isObject } from '../lib/exact-json';
import type { Call, Service } from './http/service';
import { rejected } from './reasons';
import { operationUrl, wellFormed } from './url';

/** The key of a lookup, and the tags that are stored with a billed one. */
export interface LookupKey {
  service: Service;
  apiKey: string;
  tags: readonly string[];
}

/** Values of an operation's parameters as they were typed, or as a row of a file holds them. */
export type LookupParameters = Readonly<Record<string, string | undefined>>;

export type LookupRequest = Pick<Call, 'parameters' | 'query' | 'body'>;

/** An operation as data: its parameters, its request, and the cost of an answer. */
export interface LookupOperation {
  endpoint: Required<Endpoint>;
  /** Required parameters; the first one is the text that is looked up. */
  required: readonly [string, ...string[]];
  optional: readonly string[];
  /** Whether the text that is looked up is a postal address. */
  takesAddress?: boolean;
  /** Dataset that the key must have enabled for it. */
  dataset: 'geonames' | 'usps' | 'uspscleanse' | 'email' | 'phone';
  /** Makes the request. Throws `invalid_input` for values that the service does not allow. */
  request(fields: LookupParameters): LookupRequest;
  /** Why the values cannot be right, so that a lookup would be wasted; undefined if they may be right. */
  check?(fields: LookupParameters): Promise<InvalidValue | undefined>;
  /** Converts the values to the form the service reads, before `request`. */
  prepare?(fields: LookupParameters): Promise<LookupParameters>;
  /** Lookups that this result consumed. */
  cost(result: unknown): number;
  /** What an answer may say, such as `deliverable`. */
  outcomes: readonly string[];
  /** Which of them a result says. */
  outcome(result: unknown): string;
}

/** The outcomes of an operation that answers with a list of hits. */
export const suggesting: Pick<LookupOperation, 'outcomes' | 'outcome'> = {
  outcomes: ['found', 'no_match'],
  outcome: (result) =>
    isObject(result) && Array.isArray(result.hits) && result.hits.length === 0
      ? 'no_match'
      : 'found',
};

/** The outcomes of an operation that answers with a record, or not at all. */
export const finding: Pick<LookupOperation, 'outcomes' | 'outcome'> = {
  outcomes: ['found'],
  outcome: () => 'found',
};

export interface LookedUp {
  result: unknown;
  cost: number;
}

/**
 * The request for these values, without sending it. Throws `invalid_input` for values that cannot be sent,
 * such as an id of dots only or a text with half a surrogate pair.
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

/** Whether a path can be made of the parameters does not depend on the service. */
const anywhere = new URL('http://localhost');

export async function lookUp(
  key: LookupKey,
  operation: LookupOperation,
  fields: LookupParameters,
): Promise<LookedUp> {
  return sendLookup(key, operation, await lookupRequest(operation, fields));
}

/**
 * As `lookUp`, for an existing request. `manner` is for a caller that makes many: a single attempt, and a call
 * when it is sent.
 */
export async function sendLookup(
  { service, apiKey, tags }: LookupKey,
  operation: LookupOperation,
  { query, ...request }: LookupRequest,
  manner: Pick<Call, 'single' | 'onSend' | 'signal'> = {},
): Promise<LookedUp> {
  const { billed } = operation.endpoint;
  const { result } = await service.call(operation.endpoint, {
    ...request,
    query: { ...query, tags: billed ? tags.join(',') || undefined : undefined },
    bearer: apiKey,
    billable: billed,
    ...manner,
  });
  return { result, cost: operation.cost(result) };
}

/** A required value. Throws `invalid_input` with its name. */
export function requiredValue(fields: LookupParameters, name: string): string {
  const value = optionalValue(fields, name);
  if (value !== undefined) return value;
  throw rejected('nothing_to_look_up', `The ${name.replaceAll('_', ' ')} is empty.`);
}

/** An optional value: undefined if it is blank. */
export function optionalValue(fields: LookupParameters, name: string): string | undefined {
  const value = fields[name];
  return value?.trim() ? value : undefined;
}

const limits = { longitude: 180, latitude: 90 } as const;

/** A longitude or latitude for the request. Throws `invalid_input` for a value that is not on the globe. */
export function parseDegrees(kind: keyof typeof limits, text: string): string {
  const trimmed = text.trim();
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (Math.abs(value) <= limits[kind]) return plainDecimal(value);
  const swapped = Math.abs(value) <= limits.longitude;
  const message = `${trimmed || 'An empty text'} is not a ${kind} in decimal degrees.`;
  throw rejected('coordinate', message, { kind, ...(swapped ? { swapped: 'yes' } : {}) });
}

/** A number without an exponent, which `String` adds to very small ones. */
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
  /** Name of the parameter, such as `email`. */
  parameter: string;
  value: string;
  reason: InvalidReason;
  /** The probable correct value, if it is certain. */
  suggestion?: string;
}
