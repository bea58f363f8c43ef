// When a request is repeated, and after how long: docs/compatibility.md, "HTTP".
import type { Clock } from '../../lib/runtime';
import { type HttpResponse, type OutgoingRequest, TransportFailure } from './exchange';

const retries = 3;
const firstDelayMs = 250;
/** Longest wait; for a longer one the caller gets an error. */
export const longestWaitMs = 60_000;
/** Statuses of temporary failures. */
export const passing = new Set([429, 502, 503, 504]);

/** Statuses of a gateway that got no answer from the service, which may have performed the request. */
const lostAtGateway = new Set([502, 504]);

/** A request that is about to be sent again. */
interface Retry {
  reason: string;
  delayMs: number;
  /** Whether the previous attempt may have been billed although no answer came. */
  mayBillTwice: boolean;
}

/** Called before the wait for a retry; awaited. */
export type RetryNote = (retry: Retry) => Promise<void> | void;

/**
 * Sends a request until it has a final answer. GET, HEAD and PUT are repeated after connection errors, 429,
 * 502, 503 and 504; other methods, and requests that must be sent once, only if the request provably never
 * reached the service. A billed request is repeated at most once after a lost answer. Returns the last
 * answer, or throws the last TransportFailure.
 */
export async function sendWithRetry(
  send: () => Promise<HttpResponse>,
  { method, once, billable }: Pick<OutgoingRequest, 'method' | 'once' | 'billable'>,
  clock: Clock,
  note: RetryNote,
  signal?: AbortSignal,
): Promise<HttpResponse> {
  const repeatable = !once && isRepeatable(method);
  let lost = 0;
  for (let round = 0; ; round += 1) {
    const jittered = firstDelayMs * 2 ** round * (0.5 + Math.random() / 2);
    let delay: number;
    let reason: string;
    let mayBillTwice: boolean;
    try {
      const response = await send();
      const asked = requestedWait(response, clock.now());
      // A service that asks for no wait gets a short one all the same.
      delay = Math.max(asked ?? 0, jittered);
      reason = `status ${response.status}`;
      const worthIt = repeatable && passing.has(response.status) && delay <= longestWaitMs;
      if (!worthIt || round === retries) return response;
      mayBillTwice = billable === true && lostAtGateway.has(response.status);
    } catch (error) {
      if (!(error instanceof TransportFailure) || round === retries) throw error;
      if (!mayRepeat(error, repeatable)) throw error;
      if (error.kind !== 'unreached') lost += 1;
      // Each lost answer may have been billed.
      if (billable && lost > 1) throw error;
      mayBillTwice = billable === true && error.kind !== 'unreached';
      delay = jittered;
      reason = error.message;
    }
    await note({ reason, delayMs: delay, mayBillTwice });
    await clock.sleep(delay, signal);
  }
}

/** Milliseconds the service asks to wait: `Retry-After` in seconds or as a date, else `X-RateLimit-Reset`. */
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
