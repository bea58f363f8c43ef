// The sign-up operations: POST /sign_up and GET /sign_up/{cli_token}.

import { endpoints } from '../api/endpoints';
import type { SignUpStart } from '../api/types';
import type { Answer } from './http/failure';
import type { Call, Service } from './http/service';
import { failed } from './reasons';

/**
 * POST /sign_up with whatever prefills the page. Throws `invalid_response` where the answer names no
 * page or no token, and `api_error` with the service's `errors` under `details` for code 4000.
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

/**
 * GET /sign_up/{cli_token}, once: no retry, because a 200 is given once only. `onChunk` is handed
 * every piece of the answer the moment it arrives, up to `drainBytes`. Throws TransportFailure.
 */
export function pollSignUp(
  service: Service,
  cliToken: string,
  taking: Pick<Call, 'onChunk' | 'drainBytes'>,
): Promise<Answer> {
  return service.attempt(endpoints.signUpPoll, {
    parameters: { cli_token: cliToken },
    ...taking,
  });
}

function isSignUpStart(value: unknown): value is SignUpStart {
  return (
    typeof value === 'object' &&
    value !== null &&
    'signup_url' in value &&
    typeof value.signup_url === 'string' &&
    'cli_token' in value &&
    typeof value.cli_token === 'string' &&
    // Dots alone would lead out of the path the token is polled at; half a character has no place in one.
    /[^.]/.test(value.cli_token) &&
    !/\p{Surrogate}/u.test(value.cli_token)
  );
}
