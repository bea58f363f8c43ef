// Starts a sign-up: the service names a page and a token, and the token is stored before the person opens the
// page.
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
 * POST /sign_up with the members that prefill the page. Throws `invalid_response` if the answer lacks a page
 * or a token, and `api_error` with the service's `errors` under `details` for code 4000.
 */
export async function startSignUp(
  service: Service,
  body: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<SignUpStart> {
  const { result, status } = await service.call(endpoints.signUpStart, { body, signal });
  if (!isSignUpStart(result)) {
    const message = 'The answer names no sign-up page and token.';
    throw failed('invalid_response', 'not_the_service', message, { status });
  }
  return { signup_url: result.signup_url, cli_token: result.cli_token };
}

function isSignUpStart(value: unknown): value is SignUpStart {
  return (
    isObject(value) &&
    typeof value.signup_url === 'string' &&
    typeof value.cli_token === 'string' &&
    // A token of dots would change the path; half a surrogate pair cannot be sent.
    /[^.]/.test(value.cli_token) &&
    !/\p{Surrogate}/u.test(value.cli_token)
  );
}

/**
 * Starts a sign-up and stores it as pending; `backup` is the new path of an earlier sign-up's file, if there was one.
 * Throws `invalid_response` for a page of another scheme.
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
    // Not a URL at all: the same answer as for a URL of another kind.
  }
  const message = 'The sign-up page of the service is not a web page.';
  throw failed('invalid_response', 'not_the_service', message);
}
