// Waits until the user completes the sign-up in the browser. The service sends the credentials only once, in the final
// response with status 200. waypost therefore sends polls without automatic retries.
import { endpoints } from '../../api/endpoints';
import type { Environment } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import type { Clock } from '../../lib/runtime';
import { type HttpResponse, type ReceivedChunk, TransportFailure } from '../http/exchange';
import { explainFailure } from '../http/explain';
import { requestedWait } from '../http/retry';
import type { Call, Service } from '../http/service';
import {
  type ClaimedCredentials,
  type ClaimFile,
  maxClaimBytes,
  recoverCredentials,
} from './claim-file';

/**
 * GET /sign_up/{cli_token}: makes one attempt, because the service sends a response with status 200 only once. Calls
 * `onChunk` with every chunk of the response as soon as the chunk arrives, up to `drainBytes`. Throws TransportFailure.
 */
function pollSignUp(
  service: Service,
  cliToken: string,
  call: Pick<Call, 'onChunk' | 'drainBytes'> = {},
): Promise<HttpResponse> {
  return service.attempt(endpoints.signUpPoll, { parameters: { cli_token: cliToken }, ...call });
}

/**
 * The state of a sign-up: pending until the user completes the sign-up, then claimed with the new account's
 * credentials.
 */
export type SignUpState =
  | { state: 'pending' }
  | { state: 'claimed'; credentials: ClaimedCredentials };

/**
 * Checks once whether a sign-up is complete. Throws `signup_expired` if the sign-up has expired or was already claimed.
 * Throws `signup_lost`, with the response in `details`, if the service issued credentials that waypost cannot read. For
 * any other response, or if there is no response, throws the matching error.
 */
export async function pollOnce(
  service: Service,
  cliToken: string,
  env: Environment,
): Promise<SignUpState> {
  let response: HttpResponse;
  try {
    response = await pollSignUp(service, cliToken);
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    if (error.partial?.status !== 200) throw explainFailure(error, service.baseUrl, env);
    response = error.partial;
  }
  if (response.status === 202) return { state: 'pending' };
  if (response.status === 410) throw signUpExpired();
  if (response.status !== 200) refuseResponse(service, response);
  const text = response.body.toString('utf8');
  const credentials = recoverCredentials(text);
  if (credentials !== undefined) return { state: 'claimed', credentials };
  throw claimUnreadable().with({ details: { answer: text } });
}

export interface PollOptions {
  service: Service;
  cliToken: string;
  clock: Clock;
  /** A signal that is aborted when the user interrupts waypost. */
  interrupted: AbortSignal;
  /** Writes the response with the credentials to disk as it arrives. */
  claimFile: ClaimFile;
  /** True if the response to an earlier poll was lost. */
  inDoubt: boolean;
  /**
   * A function that waypost calls when the response to a poll is lost for the first time. The function records the loss
   * for later runs.
   */
  onDoubt: () => void;
}

/** The time between two polls, and the time limit for all polls, in milliseconds. */
export interface Wait {
  intervalMs: number;
  deadlineMs: number;
}

const longestBackOffMs = 10_000;
/** How long waypost still waits for a response after an interrupt or the deadline, in milliseconds. */
const lastResponseMs = 2_000;

interface Trouble {
  state: 'trouble';
  reason: string;
  waitMs?: number | undefined;
  cutOff?: boolean;
  cause: HttpResponse | TransportFailure;
}

type Verdict = SignUpState | { state: 'expired' } | Trouble;

/**
 * Polls immediately, and then once per interval until the sign-up is claimed. Polls less often after network errors,
 * timeouts, and the statuses 408, 429 and 500 to 599. Throws `signup_expired`, `signup_lost` or `signup_timeout`. For
 * any other response, throws the matching error.
 */
export async function waitForClaim(options: PollOptions & Wait): Promise<ClaimedCredentials> {
  const { clock, intervalMs, deadlineMs, interrupted } = options;
  const started = clock.now();
  let inDoubt = options.inDoubt;
  let troubles = 0;
  for (;;) {
    interrupted.throwIfAborted();
    const verdict = await poll(options, started + deadlineMs);
    if (verdict.state === 'claimed') return verdict.credentials;
    if (verdict.state === 'expired') throw inDoubt ? lostUnheard() : signUpExpired();
    const trouble = verdict.state === 'trouble' ? verdict : undefined;
    troubles = trouble === undefined ? 0 : troubles + 1;
    const backOff = Math.min(intervalMs * 2 ** (troubles - 1), longestBackOffMs);
    const delay = Math.max(intervalMs, trouble === undefined ? 0 : (trouble.waitMs ?? backOff));
    if (trouble?.cutOff && !inDoubt) {
      inDoubt = true;
      options.onDoubt();
    }
    interrupted.throwIfAborted();
    const elapsed = clock.now() - started;
    if (elapsed >= deadlineMs) throw deadlinePassed(deadlineMs, trouble?.reason);
    await clock.sleep(Math.min(delay, deadlineMs - elapsed), interrupted);
  }
}

/**
 * Polls once. Returns the credentials, or undefined while the sign-up is pending. Throws `signup_expired`,
 * `signup_lost`, or the error of a failed poll.
 */
export async function claimOnce(
  options: PollOptions,
  env: Environment,
): Promise<ClaimedCredentials | undefined> {
  const { service, inDoubt, onDoubt } = options;
  const verdict = await poll(options, undefined);
  switch (verdict.state) {
    case 'claimed':
      return verdict.credentials;
    case 'pending':
      return undefined;
    case 'expired':
      throw inDoubt ? lostUnheard() : signUpExpired();
    default:
      if (verdict.cutOff && !inDoubt) onDoubt();
      if (!(verdict.cause instanceof TransportFailure)) refuseResponse(service, verdict.cause);
      throw explainFailure(verdict.cause, service.baseUrl, env);
  }
}

async function poll(options: PollOptions, deadline: number | undefined): Promise<Verdict> {
  const { service, cliToken, claimFile } = options;
  const onChunk = ({ status, chunk }: ReceivedChunk) => {
    if (status === 200) claimFile.write(chunk);
  };
  const polling = pollSignUp(service, cliToken, { onChunk, drainBytes: maxClaimBytes });
  try {
    return judge(await beforeDeadline(polling, options, deadline), options);
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    return judgeFailure(error, options);
  }
}

/**
 * Waits for the response to a poll. After an interrupt or the deadline, waits up to two more seconds, because the
 * response might contain the credentials. Ignores the deadline once the response with the credentials has started to
 * arrive.
 */
function beforeDeadline(
  polling: Promise<HttpResponse>,
  { clock, interrupted, claimFile }: PollOptions,
  deadline: number | undefined,
): Promise<HttpResponse> {
  const settled = new AbortController();
  return new Promise<HttpResponse>((resolve, reject) => {
    const later = (ms: number, work: () => void) => {
      clock.sleep(ms, settled.signal).then(work, () => {});
    };
    const giveUp = () => reject(new TransportFailure('timeout', 'no response before the deadline'));
    const onInterrupt = () => later(lastResponseMs, giveUp);
    interrupted.addEventListener('abort', onInterrupt, { signal: settled.signal });
    if (deadline !== undefined) {
      later(deadline - clock.now() + lastResponseMs, () => {
        if (!claimFile.started) giveUp();
      });
    }
    polling.then(resolve, reject);
  }).finally(() => settled.abort());
}

function judge(response: HttpResponse, { service, clock, claimFile }: PollOptions): Verdict {
  const { status } = response;
  if (status === 200) {
    // The claim file can contain more of a long response than the body in memory.
    const credentials = recoverCredentials(response.body.toString('utf8')) ?? claimFile.recover();
    if (credentials === undefined) throw claimUnreadable();
    return { state: 'claimed', credentials };
  }
  if (status === 202) return { state: 'pending' };
  if (status === 410) return { state: 'expired' };
  if (status === 408 || status === 429 || status >= 500) {
    const waitMs = requestedWait(response, clock.now());
    return { state: 'trouble', reason: `status ${status}`, waitMs, cause: response };
  }
  return refuseResponse(service, response);
}

function judgeFailure(failure: TransportFailure, options: PollOptions): Verdict {
  const { partial } = failure;
  const { status = 0 } = partial ?? {};
  if (partial !== undefined && (status === 200 || status === 410 || status >= 500)) {
    return judge(partial, options);
  }
  const cutOff = partial === undefined && failure.kind !== 'unreached';
  return { state: 'trouble', reason: failure.message, cutOff, cause: failure };
}

function lostUnheard(): WaypostError {
  const message =
    'The response that contained the credentials was lost, and the service returns the credentials only once.';
  return new WaypostError('signup_lost', message, { status: 410, apiCode: 4100 });
}

function deadlinePassed(deadlineMs: number, trouble: string | undefined): WaypostError {
  const count = deadlineMs / 1000;
  const seconds = count === 1 ? '1 second' : `${count} seconds`;
  const because = trouble === undefined ? '' : ` The last poll failed: ${trouble}.`;
  const message = `You did not complete the sign-up within ${seconds}.${because}`;
  return new WaypostError('signup_timeout', message);
}

function signUpExpired(): WaypostError {
  return new WaypostError(
    'signup_expired',
    'The sign-up has expired, or the service has already returned its keys.',
    {
      status: 410,
      apiCode: 4100,
    },
  );
}

function claimUnreadable(): WaypostError {
  const message = 'The service issued the credentials, but waypost could not read the response.';
  return new WaypostError('signup_lost', message, { status: 200 });
}

/** Throws the error for a response that is not valid for a sign-up poll. */
function refuseResponse(service: Service, response: HttpResponse): never {
  service.read(response);
  const { status } = response;
  const message = `The service responded with status ${status}.`;
  throw new WaypostError('invalid_response', message, { status });
}
