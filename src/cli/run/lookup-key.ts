// The API key of lookups, and its balance if it is known.
import { endpoints } from '../../api/endpoints';
import { type Resolved, requireApiKey } from '../../client/credentials/resolve';
import type { LookupKey } from '../../client/lookup';
import { isObject } from '../../client/owned-key';
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

/** The balance of a key. */
export interface Balance {
  /** Lookups left; undefined if the service does not tell. */
  left: number | undefined;
  /** The limits of the key, with their usage. */
  limits: { name: string; limit: number; consumed: number | undefined }[];
}

/**
 * Balance and limits of a key; undefined if the service does not tell them, or the management key is not
 * known. They are secondary: one attempt, and never an error.
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
