// Waits for the person in the browser. The final 200 is the only copy of the credentials, so nothing here
// repeats a request whose 200 may have been sent.
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
 * GET /sign_up/{cli_token}, once and without retry, because a 200 is given only once. `onChunk` is called
 * with every piece of the answer when it arrives, up to `drainBytes`. Throws TransportFailure.
 */
function pollSignUp(
  service: Service,
  cliToken: string,
  call: Pick<Call, 'onChunk' | 'drainBytes'> = {},
): Promise<HttpResponse> {
  return service.attempt(endpoints.signUpPoll, { parameters: { cli_token: cliToken }, ...call });
}

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
  /** Aborts when the user interrupts. */
  interrupted: AbortSignal;
  /** Writes the claim's answer as it arrives. */
  claimFile: ClaimFile;
  /** An earlier poll was cut off. */
  inDoubt: boolean;
  /** Called once when a poll is cut off, so that it can be noted. */
  onDoubt: () => void;
}

/** How long is waited for the claim. Times in milliseconds. */
export interface Wait {
  intervalMs: number;
  deadlineMs: number;
}

const longestBackOffMs = 10_000;
/** How long a running poll is still awaited after an interrupt or the deadline. */
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
 * Polls at once and then every interval until the sign-up is claimed. Network errors, timeouts, 429 and 5xx
 * only slow it down. Throws `signup_expired`, `signup_lost`, `signup_timeout` or the error that ended it.
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
 * Polls once: the credentials, or undefined while the sign-up is pending. Throws `signup_expired`, `signup_lost`, or why
 * there is no answer.
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
 * An interrupt or the deadline does not end the running poll at once: it may bring the credentials. Once
 * their answer has begun to arrive, the deadline no longer counts.
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
    const giveUp = () => reject(new TransportFailure('timeout', 'no answer before the deadline'));
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
    // The keys may stand behind the part of a long answer that is held in memory.
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
  const message = 'The sign-up was claimed, but the answer that held the credentials was cut off.';
  return new WaypostError('signup_lost', message, { status: 410, apiCode: 4100 });
}

function deadlinePassed(deadlineMs: number, trouble: string | undefined): WaypostError {
  const count = deadlineMs / 1000;
  const seconds = count === 1 ? '1 second' : `${count} seconds`;
  const because = trouble === undefined ? '' : ` The last answer was: ${trouble}.`;
  const message = `The sign-up was not completed within ${seconds}.${because}`;
  return new WaypostError('signup_timeout', message);
}

function signUpExpired(): WaypostError {
  return new WaypostError('signup_expired', 'The sign-up has expired or was claimed already.', {
    status: 410,
    apiCode: 4100,
  });
}

function claimUnreadable(): WaypostError {
  const message = 'The service issued the credentials, but its answer could not be read.';
  return new WaypostError('signup_lost', message, { status: 200 });
}

/** Throws what an answer means that a sign-up poll never gives. */
function refuseResponse(service: Service, response: HttpResponse): never {
  service.read(response);
  const { status } = response;
  const message = `The service answered with status ${status}.`;
  throw new WaypostError('invalid_response', message, { status });
}
