// Control calls that change the whole state of a sandbox, or a sign-up: seeds, snapshots, completion, expiry.
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import type { Call } from '../http/call';
import type { Sandbox } from '../sandbox';
import { applySeed } from '../seed/apply';
import { SeedError } from '../seed/read';
import { complete, readTicket, readToken, type Started, stateOf, type Ticket } from '../sign-up';
import {
  deleteSnapshot,
  listSnapshots,
  restoreSnapshot,
  SnapshotError,
  saveSnapshot,
} from '../snapshots';
import { ControlError, type ControlHandler } from './control';
import { listAccounts } from './keys';

/**
 * POST /_sandbox/seed: adds the accounts of a seed, answers every account as GET /_sandbox/accounts does.
 */
export function seed(sandbox: Sandbox): ControlHandler {
  const accounts = listAccounts(sandbox);
  return async (call, receive) => {
    const document = await receive(z.unknown());
    try {
      applySeed(sandbox, document);
    } catch (error) {
      if (error instanceof SeedError) throw new ControlError(400, error.message, error.errors);
      throw error;
    }
    return accounts(call, receive);
  };
}

function told(error: unknown): unknown {
  if (error instanceof SnapshotError) {
    return new ControlError(error.callStatus, [error.message, error.hint ?? ''].join(' ').trim());
  }
  return error instanceof WaypostError ? new ControlError(500, error.message) : error;
}

const saving = z.strictObject({ replace: z.exactOptional(z.boolean()) });

const named = (call: Call): string => call.param('name');

/** GET /_sandbox/snapshots; POST, POST …/restore and DELETE on /_sandbox/snapshots/{name}. */
export function snapshotCalls(
  sandbox: Sandbox,
): Record<'list' | 'save' | 'restore' | 'remove', ControlHandler> {
  const explained =
    (handler: ControlHandler): ControlHandler =>
    async (call, receive) => {
      try {
        return await handler(call, receive);
      } catch (error) {
        throw told(error);
      }
    };
  return {
    list: () => ({ snapshots: listSnapshots(sandbox) }),
    save: explained(async (call, receive) => {
      const { replace = false } = await receive(saving);
      return saveSnapshot(sandbox, named(call), { replace });
    }),
    restore: explained(async (call) => {
      await restoreSnapshot(sandbox, named(call));
      return { restored: named(call), now: new Date(sandbox.clock.now()).toISOString() };
    }),
    remove: explained((call) => {
      deleteSnapshot(sandbox, named(call));
      return { deleted: 1 };
    }),
  };
}

/** The sign-up of a token, or of the last part of a sign-up URL, which a person can see. */
function startedOf({ secret }: Sandbox, call: Call): Started & Partial<Ticket> {
  const named = call.param('cli_token');
  const started = readToken(secret, named) ?? readTicket(secret, named);
  if (!started) throw new ControlError(404, 'this sandbox did not make that token');
  return started;
}

/** GET /_sandbox/sign_ups: the sign-ups started since the sandbox runs, newest first, with their state. */
export function listSignUps(sandbox: Sandbox): ControlHandler {
  return () => ({
    sign_ups: sandbox.recentSignUps.flatMap((signup_url) => {
      const started = readTicket(sandbox.secret, signup_url.slice(signup_url.lastIndexOf('/') + 1));
      // After a restore, tickets of the replaced state are invalid.
      if (!started) return [];
      const started_at = new Date(started.startedAt).toISOString();
      const email = started.profile.email ?? '';
      return [{ signup_url, state: stateOf(sandbox, started), started_at, email }];
    }),
  });
}

const completion = z.object({ key: z.exactOptional(z.boolean()) });

/** Completes a sign-up as the page's button does; `{ "key": false }` delays the first key. */
export function completeSignUp(sandbox: Sandbox): ControlHandler {
  return async (call, receive) => {
    const { key = true } = await receive(completion);
    const started = startedOf(sandbox, call);
    const { state, account } = complete(sandbox, started, started.profile ?? {}, key);
    if (state === 'claimed' || state === 'expired') {
      throw new ControlError(409, `the sign-up is ${state}`);
    }
    return { state, user_id: account?.userId ?? null };
  };
}

export function expireSignUp(sandbox: Sandbox): ControlHandler {
  return (call) => {
    const started = startedOf(sandbox, call);
    if (stateOf(sandbox, started) === 'claimed') {
      throw new ControlError(409, 'the sign-up is claimed');
    }
    sandbox.store.signUps.expire(started.id, sandbox.clock.now());
    return { state: 'expired' };
  };
}
