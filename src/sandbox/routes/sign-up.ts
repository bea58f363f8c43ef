// The handlers for sign-ups. Programs use POST /sign_up and GET /sign_up/{cli_token}. In the browser, GET shows the
// sign-up page, and POST submits the page's form. If the user submits the form twice, the sandbox creates only one
// account.
import { operations, type Profile, profileSchema, type SignUpStart } from '../../api/sign-up';
import { type ProfileField, type SignUpField, signUpFields } from '../../api/sign-up-fields';
import { BodyTooLarge, readForm, readObject } from '../http/body';
import { type Call, consumes, type RouteContext, readCall } from '../http/call';
import { isOwnHost, isSameOrigin, publicOrigin } from '../http/hosts';
import type { Handler } from '../http/operation';
import { parse } from '../http/parse';
import { invalidFields, pending, Refusal, success } from '../http/responses';
import { readCountryCode } from '../pages/country-names';
import { signUpEnd } from '../pages/sign-up-end';
import { type FieldProblem, signUpForm } from '../pages/sign-up-form';
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

/** The path of the sign-up page, without the version prefix. */
export const pagePath = '/sign_up';

/** The maximum number of recent sign-ups that `waypost sandbox signup` can find and complete. */
const maxRecentSignUps = 100;

/** Starts a sign-up: creates the token and the URL of the sign-up page, but does not write them to the store. */
export function signUpStart(sandbox: Sandbox): Handler {
  return async (call: Call) => {
    const profile = await readObject(call, operations.signUpStart);
    if (sandbox.strictSignUp) {
      const errors = checkProfile(profile, strictFields);
      if (errors.length > 0) throw invalidFields(4000, errors);
    }
    const now = sandbox.clock.now();
    const token = newToken(sandbox.secret, now);
    const started = readToken(sandbox.secret, token);
    if (!started) throw new Error('a new sign-up token cannot be read');
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
 * Handles a client's poll of a sign-up. Only one response contains the credentials, because the sandbox writes the
 * claim to disk before it sends the response. If the token is unknown, the response is the same as for a pending
 * sign-up, because the service cannot distinguish unknown sign-ups from pending sign-ups.
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

/**
 * Handles a GET request for the sign-up page. Shows the form if the user can still submit it. Otherwise, shows a page
 * that states the reason.
 */
export function showSignUpPage(sandbox: Sandbox) {
  return (context: RouteContext): Response => {
    const call = readCall(context);
    if (!isOwnHost(sandbox, call.header('host'))) return signUpEnd('notFromHere');
    const ticket = ticketOf(sandbox, call);
    if (!ticket) return signUpEnd('unknown');
    const state = signUpState(sandbox, ticket);
    if (state !== 'pending') return signUpEnd(state);
    return isFormOpen(sandbox, ticket)
      ? signUpForm(ticket.profile, requiredFields(sandbox))
      : signUpEnd('almostReady');
  };
}

function isFormOpen(sandbox: Sandbox, ticket: Ticket): boolean {
  return (
    signUpState(sandbox, ticket) === 'pending' &&
    sandbox.store.signUps.find(ticket.id)?.accountId == null
  );
}

function requiredFields({ strictSignUp }: Sandbox): ReadonlySet<ProfileField> {
  return strictSignUp ? strictFields : pageFields;
}

interface SubmittedProfile {
  profile: Profile;
  problems: FieldProblem[];
}

/** Reads the submitted form. Returns undefined if the content type is wrong or the form is too large. */
async function readProfile(
  call: Call,
  required: ReadonlySet<ProfileField>,
): Promise<SubmittedProfile | undefined> {
  try {
    const form = await readForm(call, maxSignUpBytes);
    if (!form) return undefined;
    const profile: Profile = {};
    for (const { name } of signUpFields) {
      const value = form.get(name)?.trim();
      if (value) profile[name] = value;
    }
    const code = readCountryCode(profile.org_country_code ?? '');
    if (code !== undefined) profile.org_country_code = code;
    const problems = checkProfile(profile, required).map((problem) =>
      problem.path === 'org_country_code' && profile.org_country_code !== undefined
        ? { ...problem, message: 'is not known: choose a country from the list' }
        : problem,
    );
    return { profile, problems };
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}

/**
 * Handles a POST request from the form: creates the account, then redirects to the page, so that a reload does not
 * submit the form again.
 */
export function submitSignUpPage(sandbox: Sandbox) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    if (!isOwnHost(sandbox, call.header('host')) || !isSameOrigin(call))
      return signUpEnd('notFromHere');
    const ticket = ticketOf(sandbox, call);
    if (!ticket) return signUpEnd('unknown');
    const required = requiredFields(sandbox);
    const form = await readProfile(call, required);
    if (isFormOpen(sandbox, ticket)) {
      if (!form) return signUpForm(ticket.profile, required);
      if (form.problems.length > 0) return signUpForm(form.profile, required, form.problems);
      completeSignUp(sandbox, ticket, form.profile);
    }
    return new Response(null, { status: 303, headers: { Location: call.path } });
  };
}

const fields: readonly SignUpField[] = signUpFields;

/** The fields that the sign-up page requires if strict sign-up is off. */
const pageFields: ReadonlySet<ProfileField> = new Set(
  fields.filter(({ requiredBy }) => requiredBy === 'page').map(({ name }) => name),
);

/** The fields that a sandbox with strict sign-up requires, on the sign-up page and in POST /sign_up. */
const strictFields: ReadonlySet<ProfileField> = new Set(
  fields.filter(({ requiredBy }) => requiredBy !== 'nobody').map(({ name }) => name),
);

/** Returns the problems in a profile, in the order of the fields. A field has at most one problem. */
function checkProfile(profile: Profile, required: ReadonlySet<ProfileField>): FieldProblem[] {
  const parsed = parse(profileSchema, profile);
  const schemaErrors = 'errors' in parsed ? parsed.errors : [];
  const problems: FieldProblem[] = [];
  for (const { name, format } of fields) {
    const value = profile[name]?.trim() ?? '';
    if (value === '') {
      if (required.has(name)) problems.push({ path: name, message: 'is required' });
      continue;
    }
    const message =
      format && !format.pattern.test(value)
        ? format.message
        : schemaErrors.find(({ path }) => path === name)?.message;
    if (message !== undefined) problems.push({ path: name, message });
  }
  return problems;
}
