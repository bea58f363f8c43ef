// One poll of a sign-up, for programs that keep what it brings themselves.
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { explainFailure } from '../http/explain';
import { type Answer, TransportFailure } from '../http/failure';
import type { Service } from '../http/service';
import { pollSignUp } from '../sign-up';
import { type ClaimedCredentials, recoverCredentials } from './recover';

/** How far a sign-up is. */
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
  if (answer.status !== 200) throw expired(answer) ?? refusal(service, answer);
  const text = answer.body.toString('utf8');
  const credentials = recoverCredentials(text);
  if (credentials !== undefined) return { state: 'claimed', credentials };
  throw new WaypostError(
    'signup_lost',
    'The service handed out the credentials, but its answer could not be read.',
    { status: 200, details: { answer: text } },
  );
}

function expired({ status }: Answer): WaypostError | undefined {
  if (status !== 410) return undefined;
  const message = 'The sign-up has expired or was claimed already.';
  return new WaypostError('signup_expired', message, { status, apiCode: 4100 });
}

function refusal(service: Service, answer: Answer): unknown {
  try {
    service.read(answer);
  } catch (error) {
    return error;
  }
  const message = `The service answered with status ${answer.status}.`;
  return new WaypostError('invalid_response', message, { status: answer.status });
}
