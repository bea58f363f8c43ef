// Control calls about sign-ups: what a person does in the browser, without one.
import type { Call } from '../http/call';
import type { Sandbox } from '../sandbox';
import { flag, members } from '../shapes/shape';
import { complete, stateOf } from '../sign-up/states';
import { readToken, type Started } from '../sign-up/token';
import { ControlError, type ControlHandler } from './control';

function startedOf(sandbox: Sandbox, call: Call): Started {
  const started = readToken(sandbox.secret, call.param('cli_token'));
  if (!started) throw new ControlError(404, 'this sandbox did not make that token');
  return started;
}

/** Completes a sign-up as the page's button does; `{ "key": false }` holds the first key back. */
export function completeSignUp(sandbox: Sandbox): ControlHandler {
  return async (call, receive) => {
    const { key = true } = await receive(members({ key: flag() }));
    const started = startedOf(sandbox, call);
    const { state, account } = complete(sandbox, started, {}, key);
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
