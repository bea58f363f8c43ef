// The credentials of a request, and who may manage a key (docs/conformance.md, "Authentication").

import { bearerToken, type Call, readCredentials } from '../http/call';
import { Refusal } from '../http/responses';
import type { Sandbox } from '../server/sandbox';
import type { ApiKey } from '../store/keys';

/**
 * The challenge of a 401 (RFC 6750, section 3): a refused token is named as the reason, a request without one
 * only gets the scheme.
 */
export function challenge(call: Call): string {
  const realm = 'Bearer realm="address and place lookup"';
  return bearerToken(call) === undefined ? realm : `${realm}, error="invalid_token"`;
}

/**
 * The key in the path.
 * @throws Refusal 4042 for an unknown one.
 */
export function keyInPath({ store }: Sandbox, call: Call): ApiKey {
  const key = store.keys.find(call.param('key'));
  if (!key) throw new Refusal(4042);
  return key;
}

/**
 * The key in the path, for the account that owns it.
 * @throws Refusal 4010 without a management key, 4041 for one that is not known, 4042 as `keyInPath`, or
 * 4012 for a key of another account.
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
 * Whether a request has a management key for an operation that does not need one: only a Bearer token that
 * begins `uk_` counts.
 */
export function isManagementCall(call: Call): boolean {
  const { managementKey } = readCredentials(call);
  return (
    managementKey !== undefined && (call.query.has('user_token') || managementKey.startsWith('uk_'))
  );
}
