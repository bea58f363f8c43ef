// A sign-up for the command line tool (POST /sign_up and GET /sign_up/{cli_token}) and for a browser: GET
// shows its state, POST submits the form. Submitted twice, it creates one account.
import type { SignUpStart } from '../../api/sign-up';
import {
  operations,
  type Profile,
  type ProfileField,
  profileFieldNames,
  profileSchema,
} from '../../api/sign-up';
import { BodyTooLarge, readForm, readObject } from '../http/body';
import { type Call, consumes, type RouteContext, readCall } from '../http/call';
import { isOwnHost, isSameOrigin, publicOrigin } from '../http/hosts';
import type { Handler } from '../http/operation';
import { parse } from '../http/parse';
import { invalidFields, pending, Refusal, success } from '../http/responses';
import { type FieldProblem, readCountryCode, signUpEnd, signUpForm } from '../pages/sign-up';
import {
  claimSignUp,
  completeSignUp,
  newTicket,
  newToken,
  readTicket,
  readToken,
  signUpState,
  type Ticket,
} from '../rules/sign-up';
import type { Sandbox } from '../server/sandbox';

/** Path of the sign-up page, outside the version prefix. */
export const pagePath = '/sign_up';

/** Most sign-ups that are remembered for completion without a browser. */
const maxRecentSignUps = 100;

/** Makes a token and the page's link. Neither is stored. */
export function signUpStart(sandbox: Sandbox): Handler {
  return async (call: Call) => {
    const profile = await readObject(call, operations.signUpStart);
    if (sandbox.strictSignUp) {
      const errors = checkProfile(profile, strictMembers);
      if (errors.length > 0) throw invalidFields(4000, errors);
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
    sandbox.recentSignUps = [result.signup_url, ...sandbox.recentSignUps].slice(
      0,
      maxRecentSignUps,
    );
    return success(result);
  };
}

/**
 * Polls a sign-up. Only one answer has the credentials: the claim is on the disk before it is sent. An
 * unknown token is pending, because a real service cannot tell unknown from pending either.
 */
export function signUpPoll(sandbox: Sandbox): Handler {
  return (call: Call) => {
    const started = readToken(sandbox.secret, call.param('cli_token'));
    const state = started ? signUpState(sandbox, started) : 'pending';
    if (!started || state === 'pending') return pending();
    if (state === 'ready' && !consumes(call)) return success(null);
    const credentials = state === 'ready' ? claimSignUp(sandbox, started) : undefined;
    if (!credentials) {
      throw new Refusal(4100, {
        message: 'Token expired or already claimed. Please start the sign-up again.',
      });
    }
    return success(credentials);
  };
}

const maxSignUpBytes = 64 * 1024;

function ticketOf(sandbox: Sandbox, call: Call): Ticket | undefined {
  return readTicket(sandbox.secret, call.param('ticket'));
}

/** GET: the form, or the state of the sign-up if there is nothing to fill in any more. */
export function showSignUpPage(sandbox: Sandbox) {
  return (context: RouteContext): Response => {
    const call = readCall(context);
    if (!isOwnHost(sandbox, call.header('host'))) return signUpEnd('notFromHere');
    const ticket = ticketOf(sandbox, call);
    if (!ticket) return signUpEnd('unknown');
    const state = signUpState(sandbox, ticket);
    if (state !== 'pending') return signUpEnd(state);
    return isFormOpen(sandbox, ticket)
      ? signUpForm(ticket.profile, requiredMembers(sandbox))
      : signUpEnd('almostReady');
  };
}

function isFormOpen(sandbox: Sandbox, ticket: Ticket): boolean {
  return (
    signUpState(sandbox, ticket) === 'pending' &&
    sandbox.store.signUps.find(ticket.id)?.accountId == null
  );
}

const requiredMembers = ({ strictSignUp }: Sandbox) => (strictSignUp ? strictMembers : pageMembers);

interface SubmittedProfile {
  profile: Profile;
  problems: FieldProblem[];
}

/** Reads a form; undefined for another content type or one that is too large. */
async function readProfile(
  call: Call,
  required: readonly ProfileField[],
): Promise<SubmittedProfile | undefined> {
  try {
    const form = await readForm(call, maxSignUpBytes);
    if (!form) return undefined;
    const profile: Profile = {};
    for (const name of profileFieldNames) {
      const value = form.get(name)?.trim();
      if (value) profile[name] = value;
    }
    const code = readCountryCode(profile.org_country_code ?? '');
    if (code !== undefined) profile.org_country_code = code;
    const problems = checkProfile(profile, required).map((problem) =>
      problem.path === 'org_country_code' && profile.org_country_code !== undefined
        ? { ...problem, message: 'is not known: choose one of the list' }
        : problem,
    );
    return { profile, problems };
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}

/** POST: creates the account, then redirects to the page, so that reloading it sends nothing again. */
export function submitSignUpPage(sandbox: Sandbox) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    if (!isOwnHost(sandbox, call.header('host')) || !isSameOrigin(call))
      return signUpEnd('notFromHere');
    const ticket = ticketOf(sandbox, call);
    if (!ticket) return signUpEnd('unknown');
    const required = requiredMembers(sandbox);
    const form = await readProfile(call, required);
    if (isFormOpen(sandbox, ticket)) {
      if (!form) return signUpForm(ticket.profile, required);
      if (form.problems.length > 0) return signUpForm(form.profile, required, form.problems);
      completeSignUp(sandbox, ticket, form.profile);
    }
    return new Response(null, { status: 303, headers: { Location: call.path } });
  };
}

// The rules of a profile when a sign-up is completed, or started on a strict sandbox.

const memberFormats: Partial<Record<ProfileField, { form: RegExp; message: string }>> = {
  email: { form: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, message: 'must look like name@example.com' },
  org_country_code: { form: /^[a-z]{3}$/i, message: 'must be three letters, such as USA' },
};

/** Required members of a strict sign-up: all but the second and third address line. */
const strictMembers: readonly ProfileField[] = profileFieldNames.filter(
  (name) => name !== 'org_address_line_two' && name !== 'org_address_line_three',
);

/** Required members of the page if the sign-up is not strict. */
const pageMembers: readonly ProfileField[] = ['email', 'name', 'org_name'];

/** The errors of a profile, by member: missing, too long or of the wrong form. */
function checkProfile(
  profile: Profile,
  required: readonly ProfileField[],
): { path: ProfileField; message: string }[] {
  const parsed = parse(profileSchema, profile);
  const tooLong = 'errors' in parsed ? parsed.errors : [];
  return profileFieldNames.flatMap((path) => {
    const value = profile[path]?.trim() ?? '';
    if (value === '') return required.includes(path) ? [{ path, message: 'is required' }] : [];
    const format = memberFormats[path];
    if (format && !format.form.test(value)) return [{ path, message: format.message }];
    const message = tooLong.find((error) => error.path === path)?.message;
    return message === undefined ? [] : [{ path, message }];
  });
}
