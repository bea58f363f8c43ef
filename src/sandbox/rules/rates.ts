// Request rate per IP address: 30 a second, further ones are answered 503 without a code in the body
// (docs/conformance.md, "Limits").
import { requestsPerSecond } from '../../api/limits';

const windowMs = 1000;

/** Most addresses in memory; idle ones are removed first. */
const remembered = 10_000;

interface Window {
  /** Times of the last admitted requests, a ring. */
  times: Float64Array;
  next: number;
}

/** A sliding window: no second, wherever it begins, contains more than the limit. */
export function createRates(limit = requestsPerSecond) {
  const windows = new Map<string, Window>();

  const forgetIdle = (now: number): void => {
    for (const [address, { times, next }] of windows) {
      const last = times[(next + limit - 1) % limit] ?? 0;
      if (Math.abs(now - last) >= windowMs) windows.delete(address);
    }
  };

  return {
    /** Counts one request; false if it is one too many. */
    admit(address: string, now: number): boolean {
      let window = windows.get(address);
      if (!window) {
        if (windows.size >= remembered) forgetIdle(now);
        window = { times: new Float64Array(limit).fill(Number.NEGATIVE_INFINITY), next: 0 };
        windows.set(address, window);
      }
      const oldest = window.times[window.next] ?? Number.NEGATIVE_INFINITY;
      // A clock that was set back must not lock an address out until it catches up.
      if (now >= oldest && now - oldest < windowMs) return false;
      window.times[window.next] = now;
      window.next = (window.next + 1) % limit;
      return true;
    },
    clear: () => windows.clear(),
  };
}

export type Rates = ReturnType<typeof createRates>;
