// Checks who can manage a key (docs/conformance.md, "Authentication").

import { bearerToken, type Call, readCredentials } from '../http/call';
import { Refusal } from '../http/responses';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';

/**
 * Returns the authentication challenge of a 401 response (RFC 6750, section 3). If the request has a Bearer token, the
 * challenge names the invalid token as the reason. Otherwise, the challenge contains only the scheme and the realm.
 */
export function challenge(call: Call): string {
  const realm = 'Bearer realm="address and place lookup"';
  return bearerToken(call) === undefined ? realm : `${realm}, error="invalid_token"`;
}

/**
 * Returns the API key in a request's path.
 * @throws Refusal 4042 if the key is unknown.
 */
export function keyInPath({ store }: Sandbox, call: Call): ApiKey {
  const key = store.keys.find(call.param('key'));
  if (!key) throw new Refusal(4042);
  return key;
}

/**
 * Returns the API key in a request's path if the request has the management key of the key's account.
 * @throws Refusal 4010 if the request does not have a management key; 4041 if the management key is unknown; 4042 if
 * the API key is unknown; 4012 if the API key belongs to a different account.
 */
export function ownKey(sandbox: Sandbox, call: Call): ApiKey {
  const { managementKey } = readCredentials(call);
  if (managementKey === undefined) throw new Refusal(4010);
  const account = sandbox.store.accounts.findByUserToken(managementKey);
  if (!account) throw new Refusal(4041);
  const key = keyInPath(sandbox, call);
  if (key.accountId !== account.id) throw new Refusal(4012);
  return key;
}

/**
 * True if a request has a management key. Call this function only for operations that do not require a management key.
 * For these operations, a Bearer token is a management key only if it starts with `uk_`.
 */
export function isManagementCall(call: Call): boolean {
  const { managementKey } = readCredentials(call);
  return (
    managementKey !== undefined && (call.query.has('user_token') || managementKey.startsWith('uk_'))
  );
}
