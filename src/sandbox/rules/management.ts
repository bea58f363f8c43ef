// Who may manage a key (docs/conformance.md, "Authentication").
import type { Call } from '../http/call';
import { Refusal } from '../http/refusal';
import type { Sandbox } from '../sandbox';
import type { Account } from '../store/accounts';
import type { ApiKey } from '../store/keys';
import { readCredentials } from './credentials';

/**
 * The account of a management key.
 * @throws Refusal 4010 without one, 4041 for one that is not known.
 */
function accountOf({ store }: Sandbox, managementKey: string | undefined): Account {
  if (managementKey === undefined) throw new Refusal(4010);
  const account = store.accounts.findByUserToken(managementKey);
  if (!account) throw new Refusal(4041);
  return account;
}

/**
 * The key in the path.
 * @throws Refusal 4042 for one that is not known.
 */
export function keyInPath({ store }: Sandbox, call: Call): ApiKey {
  const key = store.keys.find(call.param('key'));
  if (!key) throw new Refusal(4042);
  return key;
}

/**
 * The key in the path, for the account that owns it.
 * @throws Refusal 4010, 4041, 4042, or 4012 for a key of another account.
 */
export function ownKey(sandbox: Sandbox, call: Call, managementKey: string | undefined): ApiKey {
  const account = accountOf(sandbox, managementKey);
  const key = keyInPath(sandbox, call);
  if (key.accountId !== account.id) throw new Refusal(4012);
  return key;
}

/**
 * Whether a request carries a management key to an operation that does not need one: a Bearer token
 * that does not begin `uk_` is not taken for one there.
 */
export function isManagementCall(call: Call): boolean {
  const { managementKey } = readCredentials(call);
  return (
    managementKey !== undefined && (call.query.has('user_token') || managementKey.startsWith('uk_'))
  );
}
