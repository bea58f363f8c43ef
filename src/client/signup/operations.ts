// The sign-up operations, POST /sign_up and GET /sign_up/{cli_token}, and one poll for programs that store
// the result themselves.
import { endpoints } from '../../api/endpoints';
import type { SignUpStart } from '../../api/sign-up';
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { type Answer, TransportFailure } from '../http/exchange';
import { explainFailure } from '../http/explain';
import type { Call, Service } from '../http/service';
import { isObject } from '../owned-key';
import { failed } from '../reasons';
import { type ClaimedCredentials, recoverCredentials } from './recover';

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

/**
 * GET /sign_up/{cli_token}, once and without retry, because a 200 is given only once. `onChunk` is called
 * with every piece of the answer when it arrives, up to `drainBytes`. Throws TransportFailure.
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
    isObject(value) &&
    typeof value.signup_url === 'string' &&
    typeof value.cli_token === 'string' &&
    // A token of dots would change the path; half a surrogate pair cannot be sent.
    /[^.]/.test(value.cli_token) &&
    !/\p{Surrogate}/u.test(value.cli_token)
  );
}

/** The state of a sign-up. */
export type SignUpState =
  | { state: 'pending' }
  | { state: 'claimed'; credentials: ClaimedCredentials };

/**
 * Asks once whether a sign-up is completed. Throws `signup_expired`, `signup_lost` with the answer under
 * `details` where credentials were given out that cannot be read, and what the answer means.
 */
export async function pollOnce(
  service: Service,
  cliToken: string,
  env: Environment,
): Promise<SignUpState> {
  let answer: Answer;
  try {
    answer = await pollSignUp(service, cliToken, {});
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    if (error.partial?.status !== 200) throw explainFailure(error, service.baseUrl, env);
    answer = error.partial;
  }
  if (answer.status === 202) return { state: 'pending' };
  if (answer.status === 410) throw signUpExpired();
  if (answer.status !== 200) refuse(service, answer);
  const text = answer.body.toString('utf8');
  const credentials = recoverCredentials(text);
  if (credentials !== undefined) return { state: 'claimed', credentials };
  throw claimUnreadable().with({ details: { answer: text } });
}

/** The error of an expired or claimed sign-up. */
export function signUpExpired(): WaypostError {
  return new WaypostError('signup_expired', 'The sign-up has expired or was claimed already.', {
    status: 410,
    apiCode: 4100,
  });
}

/** The error of credentials that were issued but cannot be read. */
export function claimUnreadable(): WaypostError {
  return new WaypostError(
    'signup_lost',
    'The service issued the credentials, but its answer could not be read.',
    { status: 200 },
  );
}

/** Throws what an answer means that a sign-up poll never gives. */
export function refuse(service: Service, answer: Answer): never {
  service.read(answer);
  const { status } = answer;
  const message = `The service answered with status ${status}.`;
  throw new WaypostError('invalid_response', message, { status });
}
