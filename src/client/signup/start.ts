// Starts a sign-up: requests a sign-up page and a token, and stores the token before the user opens the page.
import { endpoints } from '../../api/endpoints';
import type { SignUpStart } from '../../api/sign-up';
import { isObject } from '../../lib/exact-json';
import type { Clock } from '../../lib/runtime';
import { writing } from '../../lib/system-error';
import type { Service } from '../http/service';
import { failed } from '../reasons';
import { baseUrlText } from '../url';
import { type Pending, writePending } from './pending';

/**
 * POST /sign_up with the fields that prefill the page. Throws `invalid_response` if the response has no page or token, and
 * `api_error` with the service's `errors` in `details` for API code 4000.
 */
export async function startSignUp(
  service: Service,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SignUpStart> {
  const { result, status } = await service.call(endpoints.signUpStart, { body, signal });
  if (!isSignUpStart(result)) {
    const message = 'The response does not contain a sign-up page and a token.';
    throw failed('invalid_response', 'not_the_service', message, { status });
  }
  return { signup_url: result.signup_url, cli_token: result.cli_token };
}

function isSignUpStart(value: unknown): value is SignUpStart {
  return (
    isObject(value) &&
    typeof value.signup_url === 'string' &&
    typeof value.cli_token === 'string' &&
    // A token of dots would change the path; an unpaired surrogate cannot be sent.
    /[^.]/.test(value.cli_token) &&
    !/\p{Surrogate}/u.test(value.cli_token)
  );
}

/**
 * Starts a sign-up and stores it as pending. `backup` is the new path of an earlier sign-up's file, if there was one.
 * Throws `invalid_response` if the sign-up page is not an http or https URL.
 */
export async function startPending(
  service: Service,
  body: Readonly<Record<string, string>>,
  path: string,
  clock: Clock,
  interrupted: AbortSignal,
): Promise<{ pending: Pending; backup: string | undefined }> {
  const { signup_url, cli_token } = await startSignUp(service, body, interrupted);
  const page = webPage(signup_url);
  const pending: Pending = {
    cli_token,
    base_url: baseUrlText(service.baseUrl),
    signup_url: page.href,
    started_at: new Date(clock.now()).toISOString(),
  };
  const backup = writing(path, () => writePending(path, pending, clock.now()));
  return { pending, backup };
}

function webPage(text: string): URL {
  try {
    const url = new URL(text);
    if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  } catch {
    // The text is not a URL: the error is the same as for a URL with another scheme.
  }
  const message = 'The sign-up page of the service is not a web page.';
  throw failed('invalid_response', 'not_the_service', message);
}
