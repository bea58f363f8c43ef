// Control calls about sign-ups: the person's steps in the browser, without one.
import * as z from 'zod/mini';
import type { Call } from '../http/call';
import type { Sandbox } from '../sandbox';
import { complete, stateOf } from '../sign-up/states';
import { readTicket, readToken, type Started, type Ticket } from '../sign-up/token';
import { ControlError, type ControlHandler } from './control';

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

/** Expires a sign-up before its time. */
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
