// `waypost signup --unattended`: uses the sandbox's control API to complete a sign-up at a sandbox on this machine.
import type { HttpResponse } from '../../../client/http/exchange';
import type { Service } from '../../../client/http/service';
import type { Pending } from '../../../client/signup/pending';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import type { ServiceConnector } from '../../run/service-connector';

/**
 * Returns a client for the sandbox's control API. Throws `invalid_input` if the service is not a sandbox on this
 * machine, and `network_error` if no program accepts connections at the URL.
 */
export async function sandboxControl(service: ServiceConnector, baseUrl: URL): Promise<Service> {
  // The control API accepts only requests from this machine.
  if (!isLoopback(baseUrl)) throw needsPerson(baseUrl);
  const client = await service.connect(new URL(baseUrl.origin));
  const health = await client.ask({
    method: 'GET',
    url: controlUrl(client, 'health'),
    headers: {},
  });
  const { ok, version } = controlAnswer(health);
  if (ok !== true || typeof version !== 'string') throw needsPerson(baseUrl);
  return client;
}

/**
 * Completes a pending sign-up. Throws `api_error` with the sandbox's message if the sandbox rejects the request. Does
 * not throw if the keys have already been claimed, because the next poll reports this problem.
 */
export async function completeInSandbox(control: Service, { signup_url }: Pending): Promise<void> {
  const ticket = signup_url.slice(signup_url.lastIndexOf('/') + 1);
  const answer = await control.ask({
    method: 'POST',
    url: controlUrl(control, `sign_up/${ticket}/complete`),
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  if (answer.status === 200 || answer.status === 409) return;
  const { error } = controlAnswer(answer);
  const reason = typeof error === 'string' ? error : `status ${answer.status}`;
  throw new WaypostError('api_error', `The sandbox did not complete the sign-up: ${reason}.`, {
    status: answer.status,
    hint: (command) =>
      `Open ${signup_url} in a browser, then run ${command('signup', [], { resume: true })}.`,
  });
}

function controlUrl({ baseUrl }: Service, path: string): URL {
  return new URL(`/_sandbox/${path}`, baseUrl);
}

function controlAnswer({ body }: HttpResponse): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

function needsPerson({ origin }: URL): WaypostError {
  return invalidInput(
    `${origin} is not a sandbox on this machine, so you must complete the sign-up in a browser.`,
    (command) =>
      `Sign up once with ${command('signup')} on a machine with a browser, then set WAYPOST_API_KEY and WAYPOST_USER_TOKEN for scripts. For a temporary account, start a sandbox with ${command('sandbox start', [], { detach: true })} and set --base-url to its URL.`,
  );
}
