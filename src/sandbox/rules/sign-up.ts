// The states of a sign-up and their transitions (docs/conformance.md, "Sign-up"). A program can claim a sign-up only
// once, because the sandbox writes the claim to disk before it sends the credentials. The store does not contain new
// sign-ups, because the token and the URL of a new sign-up contain all its data.
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { signUpLifetimeMs } from '../../api/limits';
import { type Profile, profileSchema, type SignUpCredentials } from '../../api/sign-up';
import { parse } from '../http/parse';
import type { Sandbox } from '../server/sandbox';
import type { Account, SignUp } from '../store/accounts';

export type SignUpState = 'pending' | 'ready' | 'claimed' | 'expired';

export const freeLookups = 50;

/**
 * Returns the credentials of the new account and its first API key. Returns undefined if the account or the key does
 * not exist yet.
 */
function credentialsOf(
  { store }: Sandbox,
  signUp: SignUp | undefined,
): SignUpCredentials | undefined {
  if (signUp?.accountId == null) return undefined;
  const account = store.accounts.find(signUp.accountId);
  const [firstKey] = store.keys.ofAccount(signUp.accountId);
  if (!account || !firstKey) return undefined;
  return { user_token: account.userToken, test_api_key: firstKey.key, user_id: account.userId };
}

export function signUpState(sandbox: Sandbox, { id, startedAt }: Started): SignUpState {
  const signUp = sandbox.store.signUps.find(id);
  if (signUp && signUp.claimedAt !== null) return 'claimed';
  if (signUp && signUp.expiredAt !== null) return 'expired';
  if (sandbox.clock.now() - startedAt > signUpLifetimeMs) return 'expired';
  return credentialsOf(sandbox, signUp) ? 'ready' : 'pending';
}

/**
 * Claims a sign-up's credentials. Only the first call after the sign-up is ready returns the credentials. All other
 * calls return undefined.
 */
export function claimSignUp(sandbox: Sandbox, started: Started): SignUpCredentials | undefined {
  const { store, clock } = sandbox;
  return store.transaction(() => {
    if (signUpState(sandbox, started) !== 'ready') return undefined;
    const credentials = credentialsOf(sandbox, store.signUps.find(started.id));
    store.signUps.claim(started.id, clock.now());
    return credentials;
  });
}

/** Creates an API key for an account, with a balance of `freeLookups`. */
export function newKeyOf({ store, clock }: Sandbox, account: Account) {
  const key = store.keys.create(account.id, clock.now());
  store.balances.purchase(key.id, freeLookups);
  return key;
}

/**
 * Completes a pending sign-up: creates the account and, unless `withKey` is false, its first API key. If the account
 * already exists, creates only the key. Returns the new state, and the account if it exists.
 */
export function completeSignUp(
  sandbox: Sandbox,
  started: Started,
  profile: Profile,
  withKey = true,
): { state: SignUpState; account: Account | undefined } {
  const { store, clock } = sandbox;
  return store.transaction(() => {
    const accountId = store.signUps.find(started.id)?.accountId;
    let account = accountId == null ? undefined : store.accounts.find(accountId);
    if (signUpState(sandbox, started) === 'pending') {
      if (!account) {
        account = store.accounts.create(profile, clock.now());
        store.signUps.complete(started.id, account.id);
      }
      if (withKey) newKeyOf(sandbox, account);
    }
    return { state: signUpState(sandbox, started), account };
  });
}

const timeBytes = 6;
const randomBytesOfToken = 32;
const idBytes = 32;

/** The data in a sign-up token. */
export interface Started {
  /** The ID of the sign-up in the store. The token cannot be derived from the ID. */
  id: string;
  /** The time at which the sign-up started, in milliseconds since the epoch. */
  startedAt: number;
}

/** The data in the URL of a sign-up page. */
export interface Ticket extends Started {
  /** The fields that the program sent with POST /sign_up. The sign-up page shows these fields when it opens. */
  profile: Profile;
}

function timeBytesOf(startedAt: number): Buffer {
  const bytes = Buffer.alloc(timeBytes);
  bytes.writeUIntBE(startedAt, 0, timeBytes);
  return bytes;
}

/** Creates a sign-up token, which contains the time, 256 random bits and a signature. */
export function newToken(secret: Buffer, now: number): string {
  const content = Buffer.concat([timeBytesOf(now), randomBytes(randomBytesOfToken)]);
  return sealToken(secret, 'cli_token', content);
}

/** Reads a sign-up token. Returns undefined if this sandbox did not issue the token. */
export function readToken(secret: Buffer, token: string): Started | undefined {
  const content = unsealToken(secret, 'cli_token', token);
  if (content?.length !== timeBytes + randomBytesOfToken) return undefined;
  return {
    id: createHash('sha256').update(content).digest('base64url'),
    startedAt: content.readUIntBE(0, timeBytes),
  };
}

/** Creates a ticket: the last segment of a sign-up URL, with the sign-up's time, ID and profile. */
export function newTicket(secret: Buffer, { id, startedAt, profile }: Ticket): string {
  const given = Object.keys(profile).length === 0 ? '' : JSON.stringify(profile);
  const content = Buffer.concat([
    timeBytesOf(startedAt),
    Buffer.from(id, 'base64url'),
    Buffer.from(given),
  ]);
  return sealToken(secret, 'ticket', content);
}

/** Reads a ticket. Returns undefined if this sandbox did not issue the ticket. */
export function readTicket(secret: Buffer, sealed: string): Ticket | undefined {
  const content = unsealToken(secret, 'ticket', sealed);
  if (!content || content.length < timeBytes + idBytes) return undefined;
  const given = content.subarray(timeBytes + idBytes).toString();
  const parsed = parse(profileSchema, given === '' ? {} : JSON.parse(given));
  return {
    id: content.subarray(timeBytes, timeBytes + idBytes).toString('base64url'),
    startedAt: content.readUIntBE(0, timeBytes),
    profile: 'value' in parsed ? parsed.value : {},
  };
}

const signatureBytes = 16;

function sign(secret: Buffer, purpose: string, content: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`${purpose}\0`)
    .update(content)
    .digest()
    .subarray(0, signatureBytes);
}

/** Returns the content with a signature, as base64url. The signature is valid only for `purpose`. */
function sealToken(secret: Buffer, purpose: string, content: Buffer): string {
  return Buffer.concat([content, sign(secret, purpose, content)]).toString('base64url');
}

/** Returns the content of a sealed token, or undefined if the signature is not valid for `purpose`. */
function unsealToken(secret: Buffer, purpose: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  // `Buffer.from` ignores characters that are invalid in base64url. This check rejects any text that is not the exact
  // encoding.
  if (bytes.length < signatureBytes || bytes.toString('base64url') !== sealed) return undefined;
  const content = bytes.subarray(0, -signatureBytes);
  const signature = bytes.subarray(-signatureBytes);
  return timingSafeEqual(signature, sign(secret, purpose, content)) ? content : undefined;
}
