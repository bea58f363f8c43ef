// Decides whether and when waypost sends a request again. The section "HTTP" in docs/compatibility.md describes the
// rules.
import type { Clock } from '../../lib/runtime';
import { type HttpResponse, type OutgoingRequest, TransportFailure } from './exchange';

const retries = 3;
const firstDelayMs = 250;
/**
 * The longest wait before a retry, in milliseconds. If the service requires a longer wait, waypost does not retry, and
 * the request fails.
 */
export const longestWaitMs = 60_000;
/** The HTTP statuses of temporary failures. */
export const passing = new Set([429, 502, 503, 504]);

/**
 * The HTTP statuses that a gateway sends if it did not receive a response from the service. The service might still
 * have processed the request.
 */
const lostAtGateway = new Set([502, 504]);

/** A request that is about to be sent again. */
interface Retry {
  reason: string;
  delayMs: number;
  /** True if the service might have billed the previous attempt, whose response was lost. */
  mayBillTwice: boolean;
}

/**
 * A function that `sendWithRetry` calls before the delay of each retry. `sendWithRetry` waits until the function has
 * finished.
 */
export type RetryNote = (retry: Retry) => Promise<void> | void;

/**
 * Sends a request, and sends it again after a temporary failure. Repeats GET, HEAD and PUT requests if the connection
 * breaks or the status is 429, 502, 503 or 504. Repeats other requests, and requests whose `once` is true, only if they
 * certainly did not reach the service. Repeats a billable request at most once after a lost response. The statuses 502
 * and 504 count as lost responses. Returns the last response, or throws the last TransportFailure.
 */
export async function sendWithRetry(
  send: () => Promise<HttpResponse>,
  { method, once, billable }: Pick<OutgoingRequest, 'method' | 'once' | 'billable'>,
  clock: Clock,
  note: RetryNote,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const repeatable = !once && isRepeatable(method);
  const isBillable = billable === true;
  // The service might have billed each attempt whose response was lost, so a second loss ends the retries.
  let hasLost = false;
  for (let round = 0; ; round += 1) {
    const jittered = firstDelayMs * 2 ** round * (0.5 + Math.random() / 2);
    let delay: number;
    let reason: string;
    let mayBillTwice: boolean;
    try {
      const response = await send();
      const asked = requestedWait(response, clock.now());
      // waypost waits briefly even if the service does not require a wait.
      delay = Math.max(asked ?? 0, jittered);
      reason = `status ${response.status}`;
      const isTemporary = passing.has(response.status) && delay <= longestWaitMs;
      mayBillTwice = isBillable && lostAtGateway.has(response.status);
      const isLast = round === retries || (mayBillTwice && hasLost);
      if (!repeatable || !isTemporary || isLast) return response;
    } catch (error) {
      if (!(error instanceof TransportFailure) || round === retries) throw error;
      if (!mayRepeat(error, repeatable)) throw error;
      mayBillTwice = isBillable && error.kind !== 'unreached';
      if (mayBillTwice && hasLost) throw error;
      delay = jittered;
      reason = error.message;
    }
    hasLost ||= mayBillTwice;
    await note({ reason, delayMs: delay, mayBillTwice });
    await clock.sleep(delay, signal);
  }
}

/**
 * Returns the wait that a response requires, in milliseconds. Reads `Retry-After`, which contains seconds or a date. If
 * this header is missing or invalid and the status is 429 or 503, reads `X-RateLimit-Reset`. `now` is in milliseconds
 * since the epoch.
 */
export function requestedWait(response: HttpResponse, now: number): number | undefined {
  const retryAfter = single(response.headers['retry-after']);
  if (retryAfter !== undefined) {
    const seconds = Number(retryAfter);
    const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - now;
    if (Number.isFinite(ms)) return Math.max(0, ms);
  }
  const reset = Number(single(response.headers['x-ratelimit-reset']));
  const exhausted = response.status === 429 || response.status === 503;
  return exhausted && reset > 0 ? Math.max(0, reset * 1000 - now) : undefined;
}

export function isRepeatable(method: OutgoingRequest['method']): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'PUT';
}

export function mayRepeat({ kind }: TransportFailure, repeatable: boolean): boolean {
  if (kind === 'unreached') return true;
  return repeatable && (kind === 'reset' || kind === 'truncated');
}

function single(value: string | string[] | undefined): string | undefined {
  return (Array.isArray(value) ? value[0] : value)?.trim() || undefined;
}
