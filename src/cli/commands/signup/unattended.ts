// `waypost signup --unattended`: the sandbox completes the sign-up in place of a person.
import type { Answer } from '../../../client/http/exchange';
import type { Service } from '../../../client/http/service';
import type { Pending } from '../../../client/signup/pending';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import type { Context } from '../../run/context';

/**
 * The sandbox's control interface, for `--unattended`. Throws `invalid_input` if the service is no sandbox of
 * this machine, and `network_error` if nothing answers.
 */
export async function sandboxControl(context: Context, baseUrl: URL): Promise<Service> {
  // Requests go to this machine only: the control interface refuses others.
  if (!isLoopback(baseUrl)) throw needsPerson(baseUrl);
  const service = await context.service(new URL(baseUrl.origin));
  const health = await service.ask({
    method: 'GET',
    url: controlUrl(service, 'health'),
    headers: {},
  });
  if (typeof membersOf(health).instance !== 'string') throw needsPerson(baseUrl);
  return service;
}

/**
 * Completes a pending sign-up. Throws `api_error` with the sandbox's message if it refuses. A claimed sign-up is
 * no error here: the poll that follows reports it.
 */
export async function completeSignUp(control: Service, { signup_url }: Pending): Promise<void> {
  const ticket = signup_url.slice(signup_url.lastIndexOf('/') + 1);
  const answer = await control.ask({
    method: 'POST',
    url: controlUrl(control, `sign_up/${ticket}/complete`),
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (answer.status === 200 || answer.status === 409) return;
  const { error } = membersOf(answer);
  const reason = typeof error === 'string' ? error : `status ${answer.status}`;
  throw new WaypostError('api_error', `The sandbox did not complete the sign-up: ${reason}.`, {
    status: answer.status,
    hint: `Open ${signup_url} in a browser, then run \`waypost signup --resume\`.`,
  });
}

function controlUrl({ baseUrl }: Service, path: string): URL {
  return new URL(`/_sandbox/${path}`, baseUrl);
}

function membersOf({ body }: Answer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function needsPerson({ origin }: URL): WaypostError {
  return invalidInput(
    `${origin} is not a sandbox on this machine: a sign-up there is confirmed by a person, on a page in a browser.`,
    'Sign up once with `waypost signup` where there is a browser, and give scripts the keys in WAYPOST_API_KEY and WAYPOST_USER_TOKEN. For an account to throw away, start a sandbox with `waypost sandbox start --detach` and name its URL.',
  );
}
