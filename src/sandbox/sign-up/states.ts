// The states of a sign-up and their transitions (docs/conformance.md, "States and transitions"). A claim
// happens once: it is on the disk before the answer with the credentials.
import { signUpLifetimeMs } from '../../api/limits';
import type { Profile, SignUpCredentials } from '../../api/sign-up';
import type { Sandbox } from '../sandbox';
import type { Account } from '../store/accounts';
import type { SignUp } from '../store/sign-ups';
import type { Started } from './token';

/** The state of a sign-up. */
export type SignUpState = 'pending' | 'ready' | 'claimed' | 'expired';

/** Lookups of a new key. */
export const freeLookups = 50;

/** The claimable credentials: the account and its first key. */
function readyOf({ store }: Sandbox, signUp: SignUp | undefined): SignUpCredentials | undefined {
  if (signUp?.accountId == null) return undefined;
  const account = store.accounts.find(signUp.accountId);
  const [firstKey] = store.keys.ofAccount(signUp.accountId);
  if (!account || !firstKey) return undefined;
  return { user_token: account.userToken, test_api_key: firstKey.key, user_id: account.userId };
}

/** The state of a sign-up now. */
export function stateOf(sandbox: Sandbox, { id, startedAt }: Started): SignUpState {
  const signUp = sandbox.store.signUps.find(id);
  if (signUp && signUp.claimedAt !== null) return 'claimed';
  if (signUp && signUp.expiredAt !== null) return 'expired';
  if (sandbox.clock.now() - startedAt > signUpLifetimeMs) return 'expired';
  return readyOf(sandbox, signUp) ? 'ready' : 'pending';
}

/**
 * Claims the credentials: this call returns them, and no later one. Undefined in every other state.
 */
export function claim(sandbox: Sandbox, started: Started): SignUpCredentials | undefined {
  const { store, clock } = sandbox;
  return store.transaction(() => {
    if (stateOf(sandbox, started) !== 'ready') return undefined;
    const credentials = readyOf(sandbox, store.signUps.find(started.id));
    store.signUps.claim(started.id, clock.now());
    return credentials;
  });
}

/** Creates a key with the free test balance for an account. */
export function newKeyOf({ store, clock }: Sandbox, account: Account) {
  const key = store.keys.create(account.id, clock.now());
  store.balances.purchase(key.id, freeLookups);
  return key;
}

/**
 * Completes a pending sign-up: creates the account, and its first key unless `withKey` is false, as a service
 * does that creates keys later. Completing again changes nothing, but creates a missing key. Returns the new
 * state.
 */
export function complete(
  sandbox: Sandbox,
  started: Started,
  profile: Profile,
  withKey = true,
): { state: SignUpState; account: Account | undefined } {
  const { store, clock } = sandbox;
  return store.transaction(() => {
    const made = store.signUps.find(started.id)?.accountId;
    let account = made == null ? undefined : store.accounts.find(made);
    if (stateOf(sandbox, started) === 'pending') {
      if (!account) {
        account = store.accounts.create(profile, clock.now());
        store.signUps.complete(started.id, account.id);
      }
      if (withKey) newKeyOf(sandbox, account);
    }
    return { state: stateOf(sandbox, started), account };
  });
}
