// The balance of a key, as its details show it.
import { endpoints } from '../api/endpoints';
import { isObject } from '../lib/exact-json';
import type { ResolvedCredentials } from './credentials/resolve';
import type { LookupKey } from './lookup';

export interface Balance {
  /** Lookups left; undefined if the service does not tell. */
  left: number | undefined;
  limits: { name: string; limit: number; consumed: number | undefined }[];
}

/**
 * Balance and limits of a key; undefined if the service does not tell them, or the management key is not
 * known. They are secondary: one attempt, and never an error.
 */
export async function balanceOf(
  { service, apiKey }: LookupKey,
  { userToken }: ResolvedCredentials,
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
    return { left: numberAt(result, 'lookups_remaining'), limits: limitsIn(result) };
  } catch {
    return undefined;
  }
}

const limitMembers = {
  daily_limit: 'daily',
  monthly_limit: 'monthly',
  individual_limit: 'individual',
};

function limitsIn(details: Record<string, unknown>): Balance['limits'] {
  return Object.entries(limitMembers).flatMap(([member, name]) => {
    const limit = numberAt(details[member], 'limit');
    const consumed = numberAt(details[member], 'consumed');
    return limit === undefined ? [] : [{ name, limit, consumed }];
  });
}

function numberAt(object: unknown, name: string): number | undefined {
  const member: unknown = Object(object)[name];
  return typeof member === 'number' ? member : undefined;
}
