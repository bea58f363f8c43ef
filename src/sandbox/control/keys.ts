// Control calls about accounts and keys: the changes of the service's dashboard.
import * as z from 'zod/mini';
import type { Call } from '../http/call';
import { isAvailable, lookupsRemaining } from '../rules/billing';
import { changeSettings, keyPatch } from '../rules/key-settings';
import { dashboardDetailsOf } from '../rules/key-views';
import type { Sandbox } from '../sandbox';
import { newKeyOf } from '../sign-up';
import type { ApiKey } from '../store/keys';
import { ControlError, type ControlHandler, type MachineHandler, type Receive } from './control';

/**
 * The key in the path of a control call.
 * @throws ControlError 404.
 */
export const keyOf = (sandbox: Sandbox, call: Call): ApiKey => keyNamed(sandbox, call.param('key'));

function keyNamed({ store }: Sandbox, named: string): ApiKey {
  const key = store.keys.find(named);
  if (!key) throw new ControlError(404, 'no such key');
  return key;
}

/** GET /_sandbox/accounts: accounts with their keys, oldest first. */
export function listAccounts(sandbox: Sandbox): ControlHandler {
  return (call) => ({
    accounts: sandbox.store.accounts.list().map((account) => ({
      user_id: account.userId,
      email: account.profile.email ?? '',
      name: account.profile.name ?? '',
      keys: sandbox.store.keys.ofAccount(account.id).map((key) => ({
        key: key.key,
        name: key.settings.name,
        lookups_remaining: lookupsRemaining(sandbox, key),
        available: isAvailable(sandbox, key, call.address),
      })),
    })),
  });
}

/** PATCH /_sandbox/keys/{key}: changes the given members, answers everything about the key. */
export function patchKey(sandbox: Sandbox): ControlHandler {
  return (call, receive) => changeKey(sandbox, call.param('key'), receive);
}

/**
 * Changes the settings of a key; returns everything about it.
 * @throws ControlError 404 for an unknown key, 400 for an invalid setting.
 */
export async function changeKey(sandbox: Sandbox, named: string, receive: Receive) {
  const { lookups_remaining, ...changes } = await receive(keyPatch);
  const { store, clock } = sandbox;
  return store.transaction(() => {
    const key = keyNamed(sandbox, named);
    const changed = store.keys.saveSettings(key, changeSettings(key.settings, changes));
    if (lookups_remaining !== undefined) {
      store.balances.setRemaining(key.id, lookups_remaining, clock.now());
    }
    if (changes.suspended === false) sandbox.windows?.unresolved.forget(key.id);
    return dashboardDetailsOf(sandbox, changed);
  });
}

/** A key, with the credentials of its account. */
interface CreatedKey {
  key: string;
  user_token: string;
  user_id: string;
}

const newKey = z.object({ account: z.exactOptional(z.string()) });

/** POST /_sandbox/keys: a further key for an account, or a new account with its first key. */
export function createKey(sandbox: Sandbox): MachineHandler<CreatedKey> {
  return async (_call, receive) => {
    const { account: userId } = await receive(newKey);
    const { store, clock } = sandbox;
    return store.transaction(() => {
      const account =
        userId === undefined
          ? store.accounts.create({}, clock.now())
          : store.accounts.findByUserId(userId);
      if (!account) throw new ControlError(404, 'no such account');
      const { key } = newKeyOf(sandbox, account);
      return { key, user_token: account.userToken, user_id: account.userId };
    });
  };
}

export function deleteKey(sandbox: Sandbox): ControlHandler {
  return (call) => {
    sandbox.store.keys.delete(keyOf(sandbox, call));
    return { deleted: 1 };
  };
}
