// Starts a sign-up. Requests a sign-up page and a sign-up token, and stores the token before the user opens the page.
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
 * POST /sign_up: starts a sign-up. `body` contains the values that prefill the sign-up page. Throws `invalid_response`
 * if the response does not contain both the URL of the sign-up page and the token. If the API code is 4000, throws
 * `api_error` with the service's `errors` as `details`.
 */
export async function startSignUp(
  service: Service,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SignUpStart> {
  const { result, status } = await service.call(endpoints.signUpStart, { body, signal });
  if (!isSignUpStart(result)) {
    const message = 'The response lacks a sign-up URL or a valid token.';
    throw failed('invalid_response', 'not_the_service', message, { status });
  }
  return { signup_url: result.signup_url, cli_token: result.cli_token };
}

function isSignUpStart(value: unknown): value is SignUpStart {
  return (
    isObject(value) &&
    typeof value.signup_url === 'string' &&
    typeof value.cli_token === 'string' &&
    // Reject a token that consists of dots, because it would change the path of the request. Reject a token with an
    // unpaired surrogate, because UTF-8 cannot encode it.
    /[^.]/.test(value.cli_token) &&
    !/\p{Surrogate}/u.test(value.cli_token)
  );
}

/**
 * Starts a sign-up and stores the sign-up in the pending file. If the pending file contains an earlier sign-up, renames
 * that file first and returns its new path in `backup`. Throws `invalid_response` if the sign-up page is not an http or
 * https URL.
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
    // Text that is not a URL causes the same error as a URL with a different scheme.
  }
  const message = 'The URL of the sign-up page does not begin with http:// or https://.';
  throw failed('invalid_response', 'not_the_service', message);
}
