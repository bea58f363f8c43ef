// POST /sign_up and GET /sign_up/{cli_token}: a sign-up as the command line tool sees it.
import type { SignUpStart } from '../../api/types';
import { invalidMembers, pending, Refusal, success } from '../http/answers';
import { readObject } from '../http/body';
import { type Call, consumes } from '../http/call';
import { publicOrigin } from '../http/hosts';
import type { Handler } from '../http/operation';
import type { Sandbox } from '../sandbox';
import { profileSchema } from '../schemas/sign-up';
import { checkProfile, strictMembers } from '../sign-up/profile';
import { claim, stateOf } from '../sign-up/states';
import { newTicket, newToken, readToken } from '../sign-up/token';

/** Path of the sign-up page, outside the version prefix. */
export const pagePath = '/sign_up';

/** Sign-ups that are remembered for who completes them without a browser. */
const maxRecent = 100;

/** Makes a token and the page's link. Neither is recorded. */
export function signUpStart(sandbox: Sandbox): Handler {
  return async (call: Call) => {
    const profile = await readObject(call, profileSchema, 4000);
    if (sandbox.strictSignUp) {
      const errors = checkProfile(profile, strictMembers);
      if (errors.length > 0) throw invalidMembers(4000, errors);
    }
    const now = sandbox.clock.now();
    const token = newToken(sandbox.secret, now);
    const started = readToken(sandbox.secret, token);
    if (!started) throw new Error('a token that was just made does not open');
    const ticket = newTicket(sandbox.secret, { ...started, profile });
    const result: SignUpStart = {
      signup_url: `${publicOrigin(sandbox, call)}${pagePath}/${ticket}`,
      cli_token: token,
    };
    sandbox.recentSignUps = [result.signup_url, ...sandbox.recentSignUps].slice(0, maxRecent);
    return success(result);
  };
}

/**
 * Polls a sign-up. The answer that hands the credentials out is the only one: the claim is on the disk
 * before it is sent. A token that was not made here is pending, because a real service cannot tell
 * unknown from pending either.
 */
export function signUpPoll(sandbox: Sandbox): Handler {
  return (call: Call) => {
    const started = readToken(sandbox.secret, call.param('cli_token'));
    const state = started ? stateOf(sandbox, started) : 'pending';
    if (!started || state === 'pending') return pending();
    if (state === 'ready' && !consumes(call)) return success(null);
    const credentials = state === 'ready' ? claim(sandbox, started) : undefined;
    if (!credentials) {
      throw new Refusal(4100, {
        message: 'Token expired or already claimed. Please start the sign-up again.',
      });
    }
    return success(credentials);
  };
}
