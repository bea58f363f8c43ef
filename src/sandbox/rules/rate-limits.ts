// The rate limit per IP address, the request quota for searches, and the suspension of keys that use up their quota
// without resolving a place (docs/conformance.md, "Shown by tests").
import { requestsPerSecond, searchesPerWindow, searchWindowSeconds } from '../../api/limits';
import { dayMs } from '../server/clock';

const second = 1000;

/** When this number of IP addresses is in memory, the rate limiter removes idle addresses. */
const maxAddresses = 10_000;

interface Requests {
  /** The times of the latest accepted requests, as a ring buffer. */
  times: Float64Array;
  /** The index of the oldest time, which the next request replaces. */
  next: number;
}

/**
 * Creates a rate limiter with a sliding window. The rate limiter admits at most `limit` requests in any period of one
 * second.
 */
export function createRates(limit = requestsPerSecond) {
  const windows = new Map<string, Requests>();

  const forgetIdle = (now: number): void => {
    for (const [address, { times, next }] of windows) {
      const last = times[(next + limit - 1) % limit] ?? 0;
      if (Math.abs(now - last) >= second) windows.delete(address);
    }
  };

  return {
    /**
     * Counts a request, unless the request exceeds the limit. Returns false if the request exceeds the limit, otherwise
     * true.
     */
    admit(address: string, now: number): boolean {
      let window = windows.get(address);
      if (!window) {
        if (windows.size >= maxAddresses) forgetIdle(now);
        window = { times: new Float64Array(limit).fill(Number.NEGATIVE_INFINITY), next: 0 };
        windows.set(address, window);
      }
      const oldest = window.times[window.next] ?? Number.NEGATIVE_INFINITY;
      // If a test set the clock back, recorded times can be in the future. Future times must not block the address.
      if (now >= oldest && now - oldest < second) return false;
      window.times[window.next] = now;
      window.next = (window.next + 1) % limit;
      return true;
    },
    clear: () => windows.clear(),
  };
}

export type Rates = ReturnType<typeof createRates>;

export const windowMs = searchWindowSeconds * 1000;

/** When this number of windows is in memory, the counter removes ended windows. */
const maxWindows = 10_000;

interface Searches {
  ends: number;
  used: number;
}

/** Creates the counter that applies the request quota to searches. Each window starts with its first search. */
export function createSearchWindows() {
  const windows = new Map<string, Searches>();
  const unresolved = createUnresolvedWindows();
  const isOpen = (window: Searches, now: number): boolean =>
    // If a test set the clock back, a window can start in the future. A future window must not stay open.
    now < window.ends && now >= window.ends - windowMs;

  const open = (name: string, now: number): Searches => {
    const window = windows.get(name);
    if (window && isOpen(window, now)) return window;
    if (windows.size >= maxWindows) {
      for (const [other, one] of windows) if (!isOpen(one, now)) windows.delete(other);
    }
    const fresh = { ends: now + windowMs, used: 0 };
    windows.set(name, fresh);
    return fresh;
  };

  return {
    /**
     * Counts one search. Returns the end of the window and the number of remaining searches. The number of remaining
     * searches is negative if the search exceeds the quota.
     */
    count(name: string, now: number) {
      const window = open(name, now);
      window.used += 1;
      return { left: searchesPerWindow - window.used, ends: window.ends };
    },
    /** Returns the same values as `count` without counting a search. */
    peek(name: string, now: number) {
      const window = windows.get(name);
      return window && isOpen(window, now)
        ? { left: searchesPerWindow - window.used, ends: window.ends }
        : { left: searchesPerWindow, ends: now + windowMs };
    },
    /** The quota windows that keys used up without resolving a place. */
    unresolved,
    clear(): void {
      windows.clear();
      unresolved.clear();
    },
  };
}

/** The sandbox suspends a key that has used up this number of quota windows in 24 hours without resolving a place. */
const maxFilledWindows = 3;

/**
 * Creates an in-memory record of the quota windows that keys used up, and of the time of each key's latest place
 * resolution.
 */
export function createUnresolvedWindows() {
  const fills = new Map<number, number[]>();
  const resolutions = new Map<number, number>();
  return {
    /** Records a quota window that a key used up. Returns true if the key must be suspended. */
    filled(keyId: number, now: number): boolean {
      // If a test set the clock back, recorded times can be in the future. Future times do not count.
      const isOfThisDay = (time: number): boolean => time <= now && now - time < dayMs;
      const ofThisDay = [...(fills.get(keyId) ?? []), now].filter(isOfThisDay);
      fills.set(keyId, ofThisDay);
      const resolved = resolutions.get(keyId);
      return (
        ofThisDay.length >= maxFilledWindows && (resolved === undefined || !isOfThisDay(resolved))
      );
    },
    resolved: (keyId: number, now: number) => void resolutions.set(keyId, now),
    forget: (keyId: number) => void fills.delete(keyId),
    clear(): void {
      fills.clear();
      resolutions.clear();
    },
  };
}

export type SearchWindows = ReturnType<typeof createSearchWindows>;
