// How many place searches the service still allows, by the headers of its answers, and how far apart the
// next ones have to be. An integration that exceeds this is suspended.
import { searchWindowSeconds } from '../api/limits';
import type { Answer } from './http/failure';

/** What is left of a window. */
export interface SearchAllowance {
  /** Requests of a whole window. */
  limit: number;
  remaining: number;
  /** When the next window begins, in milliseconds since the epoch. */
  resetsAt: number;
}

/** Below this part of the limit, searches are spread over the rest of the window. */
const scarce = 0.1;

/** Reads the headers; undefined where they are missing or are no numbers. */
export function searchAllowance(headers: Answer['headers']): SearchAllowance | undefined {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(headers[`x-ratelimit-${name}`] || Number.NaN),
  );
  if (limit === undefined || remaining === undefined || reset === undefined) return undefined;
  return limit > 0 && remaining >= 0 && reset > 0
    ? { limit, remaining, resetsAt: reset * 1000 }
    : undefined;
}

/** Milliseconds that the next search has to wait; 0 while there is plenty. */
export function spareMs({ limit, remaining, resetsAt }: SearchAllowance, now: number): number {
  if (remaining > limit * scarce) return 0;
  // A clock that is wrong must not make anybody wait for longer than a window.
  const left = Math.min(Math.max(0, resetsAt - now), searchWindowSeconds * 1000);
  return left / Math.max(1, remaining);
}
