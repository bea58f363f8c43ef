// The sign-up page: GET shows where the sign-up stands, POST submits the form. Sent twice, it makes one
// account.
import { BodyTooLarge, readForm } from '../http/body';
import { type Call, type RouteContext, readCall } from '../http/call';
import { isOwnHost, isSameOrigin } from '../http/hosts';
import { signUpEnd } from '../pages/sign-up-ends';
import { type FieldProblem, signUpForm } from '../pages/sign-up-form';
import type { Sandbox } from '../sandbox';
import { type Profile, type ProfileMember, profileNames } from '../schemas/sign-up';
import { checkProfile, pageMembers, strictMembers } from '../sign-up/profile';
import { complete, stateOf } from '../sign-up/states';
import { readTicket, type Ticket } from '../sign-up/token';

const maximumForm = 64 * 1024;

function ticketOf(sandbox: Sandbox, call: Call): Ticket | undefined {
  return readTicket(sandbox.secret, call.param('ticket'));
}

/** GET: the form, or where the sign-up stands when there is nothing to fill in any more. */
export function showSignUpPage(sandbox: Sandbox) {
  return (context: RouteContext): Response => {
    const call = readCall(context);
    if (!isOwnHost(sandbox, call.header('host'))) return signUpEnd('notFromHere');
    const ticket = ticketOf(sandbox, call);
    if (!ticket) return signUpEnd('unknown');
    const state = stateOf(sandbox, ticket);
    if (state !== 'pending') return signUpEnd(state);
    return isOpen(sandbox, ticket)
      ? signUpForm(ticket.profile, requiredMembers(sandbox))
      : signUpEnd('almostReady');
  };
}

/** Whether the form is still to be filled in. */
function isOpen(sandbox: Sandbox, ticket: Ticket): boolean {
  return (
    stateOf(sandbox, ticket) === 'pending' &&
    sandbox.store.signUps.find(ticket.id)?.accountId == null
  );
}

const requiredMembers = ({ strictSignUp }: Sandbox) => (strictSignUp ? strictMembers : pageMembers);

/** A form as it came: what was filled in, and what is wrong with it. */
interface Form {
  profile: Profile;
  problems: FieldProblem[];
}

/** Reads a form; undefined for another content type or one that is too large. */
async function readProfile(
  call: Call,
  required: readonly ProfileMember[],
): Promise<Form | undefined> {
  try {
    const form = await readForm(call, maximumForm);
    if (!form) return undefined;
    const profile: Profile = {};
    for (const name of profileNames) {
      const value = form.get(name)?.trim();
      if (value) profile[name] = value;
    }
    return { profile, problems: checkProfile(profile, required) };
  } catch (error) {
    if (error instanceof BodyTooLarge) return undefined;
    throw error;
  }
}

/** POST: makes the account, then leads back to the page, so that reloading it sends nothing again. */
export function submitSignUpPage(sandbox: Sandbox) {
  return async (context: RouteContext): Promise<Response> => {
    const call = readCall(context);
    if (!isOwnHost(sandbox, call.header('host')) || !isSameOrigin(call))
      return signUpEnd('notFromHere');
    const ticket = ticketOf(sandbox, call);
    if (!ticket) return signUpEnd('unknown');
    const required = requiredMembers(sandbox);
    const form = await readProfile(call, required);
    if (isOpen(sandbox, ticket)) {
      if (!form) return signUpForm(ticket.profile, required);
      if (form.problems.length > 0) return signUpForm(form.profile, required, form.problems);
      complete(sandbox, ticket, form.profile);
    }
    return new Response(null, { status: 303, headers: { Location: call.path } });
  };
}
