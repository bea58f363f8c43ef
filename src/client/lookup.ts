// Lookups: the operations that are made with an API key, and billed to it where they cost anything.

import type { Endpoint } from '../api/endpoints';
import { invalidInput } from '../lib/errors';
import type { Call, Service } from './http/service';
import type { InvalidValue } from './invalid-value';

/** The key a lookup is made with, and the labels that are stored with what is billed. */
export interface LookupKey {
  service: Service;
  apiKey: string;
  tags: readonly string[];
}

/** Values of an operation's parameters as they were typed, or as a row of a file holds them. */
export type Fields = Readonly<Record<string, string | undefined>>;

/** An operation as data: what it takes, how it is asked for, and what an answer costs. */
export interface LookupOperation {
  endpoint: Endpoint;
  /** Parameters it cannot do without; the first one is what is looked up. */
  required: readonly [string, ...string[]];
  /** Parameters it can be given besides. */
  optional: readonly string[];
  /** Dataset that the key must have enabled for it (decisions, "datasets"). */
  dataset: 'geonames' | 'usps' | 'uspscleanse' | 'email' | 'phone';
  /** Whether it consumes lookups at all. */
  billed: boolean;
  /** The call. Throws `invalid_input` for values that the interface does not allow. */
  request(fields: Fields): Pick<Call, 'parameters' | 'query' | 'body'>;
  /** Why the values cannot be right, so that a lookup would be wasted; undefined where they may be. */
  check?(fields: Fields): Promise<InvalidValue | undefined>;
  /** The values in the form the service reads, before `request` is asked. */
  prepare?(fields: Fields): Promise<Fields>;
  /** Lookups that this result consumed. */
  cost(result: unknown): number;
}

/** An answer to a lookup. */
export interface LookedUp {
  /** As the service sent it. */
  result: unknown;
  /** Lookups it consumed. */
  cost: number;
}

/**
 * Performs a lookup. Throws a WaypostError of contract section 5. `manner` is for who asks many: a single
 * attempt, and who is told when it goes out.
 */
export async function lookUp(
  { service, apiKey, tags }: LookupKey,
  operation: LookupOperation,
  fields: Fields,
  manner: Pick<Call, 'single' | 'onSend' | 'signal'> = {},
): Promise<LookedUp> {
  const prepared = (await operation.prepare?.(fields)) ?? fields;
  const { query, ...request } = operation.request(prepared);
  const { result } = await service.call(operation.endpoint, {
    ...request,
    query: {
      ...query,
      ...(operation.billed && tags.length > 0 ? { tags: tags.join(',') } : {}),
    },
    bearer: apiKey,
    costly: operation.billed,
    ...manner,
  });
  return { result, cost: operation.cost(result) };
}

/** A value that must be there. Throws `invalid_input` that names it. */
export function needed(fields: Fields, name: string): string {
  const value = fields[name];
  if (value !== undefined && value.trim() !== '') return value;
  throw invalidInput(`The ${name.replaceAll('_', ' ')} is empty.`, 'There is nothing to look up.');
}

/** A value that may be missing: undefined where it is blank. */
export function given(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return value === undefined || value.trim() === '' ? undefined : value;
}
