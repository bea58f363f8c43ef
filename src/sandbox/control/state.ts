// Control calls that change the whole state of a sandbox, or a sign-up: seeds, snapshots, completion, expiry.
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

async function withSnapshotErrors<R>(work: () => R | Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SnapshotError) {
      throw new ControlError(error.callStatus, [error.message, error.hint ?? ''].join(' ').trim());
    }
    throw error instanceof WaypostError ? new ControlError(500, error.message) : error;
  }
}

const saving = z.strictObject({ replace: z.exactOptional(z.boolean()) });
const completionOptions = z.object({ key: z.exactOptional(z.boolean()) });

/** The sign-up of a token, or of the last part of a sign-up URL, which a person can see. */
function startedOf({ secret }: Sandbox, call: Call): Started & Partial<Ticket> {
  const named = call.param('cli_token');
  const started = readToken(secret, named) ?? readTicket(secret, named);
  if (!started) throw new ControlError(404, 'this sandbox did not make that token');
  return started;
}

export const stateCalls = (sandbox: Sandbox) => ({
  /** Adds the accounts of a seed, answers every account as GET /accounts does. */
  'POST /seed': async (call: Call, receive: Receive) => {
    const document = await receive(z.unknown());
    try {
      applySeed(sandbox, document);
    } catch (error) {
      if (error instanceof SeedError) throw new ControlError(400, error.message, error.errors);
      throw error;
    }
    return accountsOf(sandbox, call);
  },

  'GET /snapshots': () => ({ snapshots: listSnapshots(sandbox) }),
  'POST /snapshots/:name': (call: Call, receive: Receive) =>
    withSnapshotErrors(async () => {
      const { replace = false } = await receive(saving);
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

  /** The sign-ups started since the sandbox runs, newest first, with their state. */
  'GET /sign_ups': () => ({
    sign_ups: sandbox.recentSignUps.flatMap((signup_url) => {
      const started = readTicket(sandbox.secret, signup_url.slice(signup_url.lastIndexOf('/') + 1));
      // After a restore, tickets of the replaced state are invalid.
      if (!started) return [];
      const started_at = new Date(started.startedAt).toISOString();
      const email = started.profile.email ?? '';
      return [{ signup_url, state: signUpState(sandbox, started), started_at, email }];
    }),
  }),

  /** Completes a sign-up as the page's button does; `{ "key": false }` delays the first key. */
  'POST /sign_up/:cli_token/complete': async (call: Call, receive: Receive) => {
    const { key = true } = await receive(completionOptions);
    const started = startedOf(sandbox, call);
    const { state, account } = completeSignUp(sandbox, started, started.profile ?? {}, key);
    if (state === 'claimed' || state === 'expired') {
      throw new ControlError(409, `the sign-up is ${state}`);
    }
    return { state, user_id: account?.userId ?? null };
  },

  'POST /sign_up/:cli_token/expire': (call: Call) => {
    const started = startedOf(sandbox, call);
    if (signUpState(sandbox, started) === 'claimed') {
      throw new ControlError(409, 'the sign-up is claimed');
    }
    sandbox.store.signUps.expire(started.id, sandbox.clock.now());
    return { state: 'expired' };
  },
});
