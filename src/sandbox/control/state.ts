// Control API requests for seeds, snapshots and sign-ups.
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import type { Call } from '../http/call';
import {
  completeSignUp,
  readTicket,
  readToken,
  type Started,
  signUpState,
  type Ticket,
} from '../rules/sign-up';
import { applySeed } from '../seed/apply';
import { SeedError } from '../seed/read';
import type { Sandbox } from '../server/sandbox';
import { ControlError, type Receive } from './control';
import { accountsOf } from './keys';
import {
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  SnapshotError,
  saveSnapshot,
} from './snapshots';

/** Runs `work`. Converts snapshot errors and write errors from `work` to `ControlError`. */
async function withSnapshotErrors<R>(work: () => R | Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SnapshotError) {
      throw new ControlError(error.httpStatus, [error.message, error.hint ?? ''].join(' ').trim());
    }
    throw error instanceof WaypostError ? new ControlError(500, error.message) : error;
  }
}

const saveOptions = z.strictObject({ replace: z.exactOptional(z.boolean()) });
const completionOptions = z.object({ key: z.exactOptional(z.boolean()) });

/**
 * Returns the sign-up that a request's path identifies, by the sign-up's token or by the last segment of the sign-up's
 * URL.
 * @throws ControlError 404 for any other text.
 */
function startedOf({ secret }: Sandbox, call: Call): Started & Partial<Ticket> {
  const named = call.param('cli_token');
  const started = readToken(secret, named) ?? readTicket(secret, named);
  if (!started) {
    throw new ControlError(404, 'this sandbox did not issue this sign-up token or URL');
  }
  return started;
}

/**
 * Applies a seed: adds the seed's accounts, and sets the clock if the seed contains a time. Returns all accounts, like
 * GET /accounts.
 */
async function addSeed(sandbox: Sandbox, call: Call, receive: Receive) {
  const document = await receive(z.unknown());
  try {
    applySeed(sandbox, document);
  } catch (error) {
    if (error instanceof SeedError) throw new ControlError(400, error.message, error.errors);
    throw error;
  }
  return accountsOf(sandbox, call);
}

/** Returns the latest sign-ups with their states, newest first. */
function recentSignUps(sandbox: Sandbox) {
  return sandbox.recentSignUps.flatMap((signup_url) => {
    const started = readTicket(sandbox.secret, signup_url.slice(signup_url.lastIndexOf('/') + 1));
    // Restoring a snapshot can change the secret that signs the sign-up URLs. After such a change, the list omits the
    // sign-ups with older URLs, because these URLs are invalid.
    if (!started) return [];
    return [
      {
        signup_url,
        state: signUpState(sandbox, started),
        started_at: new Date(started.startedAt).toISOString(),
        email: started.profile.email ?? '',
      },
    ];
  });
}

/**
 * Completes a sign-up, like the button on the sign-up page. `{ "key": false }` creates the account without an API key.
 */
async function complete(sandbox: Sandbox, call: Call, receive: Receive) {
  const { key = true } = await receive(completionOptions);
  const started = startedOf(sandbox, call);
  const { state, account } = completeSignUp(sandbox, started, started.profile ?? {}, key);
  if (state === 'claimed' || state === 'expired') {
    throw new ControlError(409, `the sign-up is ${state}`);
  }
  return { state, user_id: account?.userId ?? null };
}

/** Makes a sign-up expire immediately. */
function expire(sandbox: Sandbox, call: Call) {
  const started = startedOf(sandbox, call);
  if (signUpState(sandbox, started) === 'claimed') {
    throw new ControlError(409, 'the sign-up is claimed');
  }
  sandbox.store.signUps.expire(started.id, sandbox.clock.now());
  return { state: 'expired' };
}

export const stateCalls = (sandbox: Sandbox) => ({
  'POST /seed': (call: Call, receive: Receive) => addSeed(sandbox, call, receive),

  'GET /snapshots': () => ({ snapshots: listSnapshots(sandbox) }),

  'POST /snapshots/:name': (call: Call, receive: Receive) =>
    withSnapshotErrors(async () => {
      const { replace = false } = await receive(saveOptions);
      return saveSnapshot(sandbox, call.param('name'), { replace });
    }),

  'POST /snapshots/:name/restore': (call: Call) =>
    withSnapshotErrors(async () => {
      const restored = call.param('name');
      await restoreSnapshot(sandbox, restored);
      return { restored, now: new Date(sandbox.clock.now()).toISOString() };
    }),

  'DELETE /snapshots/:name': (call: Call) =>
    withSnapshotErrors(() => {
      deleteSnapshot(sandbox, call.param('name'));
      return { deleted: 1 };
    }),

  'GET /sign_ups': () => ({ sign_ups: recentSignUps(sandbox) }),

  'POST /sign_up/:cli_token/complete': (call: Call, receive: Receive) =>
    complete(sandbox, call, receive),

  'POST /sign_up/:cli_token/expire': (call: Call) => expire(sandbox, call),
});
