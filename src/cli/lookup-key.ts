// The API key of lookups, and what is known of its balance.
import { endpoints } from '../api/endpoints';
import { type Resolved, requireApiKey } from '../client/credentials/resolve';
import type { LookupKey } from '../client/lookup';
import { isObject } from '../client/owned-key';
import type { Context, Traffic } from './context';

/** The API key in use, ready for lookups. Throws `missing_api_key`. */
export async function lookupKey(
  context: Context,
  resolved: Resolved,
  traffic?: Traffic,
): Promise<LookupKey> {
  const apiKey = (await requireApiKey(resolved)).value;
  const service = await context.service(resolved.baseUrl, traffic);
  return { service, apiKey, tags: context.tags };
}

/** What a key may still look up. */
export interface Balance {
  /** Lookups left; undefined where the service does not say. */
  left: number | undefined;
  /** Limits that are set, with what is used of them. */
  limits: { name: string; limit: number; consumed: number | undefined }[];
}

/**
 * Balance and limits of a key; undefined where the service does not say, or the management key is not
 * known. It is only told beside what was asked for: one attempt, and never an error.
 */
export async function balanceOf(
  { service, apiKey }: LookupKey,
  { userToken }: Resolved,
  signal: AbortSignal,
): Promise<Balance | undefined> {
  if (userToken === undefined) return undefined;
  try {
    const { result } = await service.call(endpoints.keyDetails, {
      parameters: { key: apiKey },
      bearer: userToken.value,
      signal,
      single: true,
    });
    if (!isObject(result)) return undefined;
    return { left: numberIn(result, 'lookups_remaining'), limits: limitsIn(result) };
  } catch {
    return undefined;
  }
}

const limitNames = {
  daily_limit: 'daily',
  monthly_limit: 'monthly',
  individual_limit: 'individual',
};

function limitsIn(details: Record<string, unknown>): Balance['limits'] {
  return Object.entries(limitNames).flatMap(([member, name]) => {
    const value = details[member];
    const limit = isObject(value) ? numberIn(value, 'limit') : undefined;
    if (!isObject(value) || limit === undefined) return [];
    return [{ name, limit, consumed: numberIn(value, 'consumed') }];
  });
}

function numberIn(value: Record<string, unknown>, name: string): number | undefined {
  const member = value[name];
  return typeof member === 'number' ? member : undefined;
}
