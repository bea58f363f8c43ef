// GET /keys/{key} and GET /keys/{key}/details.
import { success } from '../http/answers';
import type { Call } from '../http/call';
import type { Handler } from '../http/operation';
import { detectClientIp } from '../rules/client-ip';
import { readCredentials } from '../rules/credentials';
import { availabilityOf, detailsOf } from '../rules/key-views';
import { keyInPath, ownKey } from '../rules/management';
import { checkRestrictions } from '../rules/restrictions';
import type { Sandbox } from '../sandbox';

/**
 * The availability record; with the management key the private details. A Bearer token that does not
 * begin `uk_` is not taken for a management key here, because none is needed.
 */
export function keyAvailability(sandbox: Sandbox): Handler {
  return (call: Call) => {
    const { managementKey } = readCredentials(call);
    const fromQuery = call.query.has('user_token');
    if (managementKey !== undefined && (fromQuery || managementKey.startsWith('uk_'))) {
      return success(detailsOf(sandbox, ownKey(sandbox, call, managementKey)));
    }
    const key = keyInPath(sandbox, call);
    const ip = detectClientIp(call, key);
    checkRestrictions(call, key, ip);
    return success(availabilityOf(sandbox, key, ip));
  };
}

/** The private details, for the account that owns the key. */
export function keyDetails(sandbox: Sandbox): Handler {
  return (call: Call) => {
    const key = ownKey(sandbox, call, readCredentials(call).managementKey);
    return success(detailsOf(sandbox, key));
  };
}
