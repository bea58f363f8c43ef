// Request rate per IP address: 30 a second, further ones are answered 503 without a code in the body
// (docs/conformance.md, "Shown by tests").
import { requestsPerSecond, searchesPerWindow, searchWindowSeconds } from '../../api/limits';
import { dayMs } from '../server/clock';

const second = 1000;

/** Most addresses in memory; idle ones are removed first. */
const maxAddresses = 10_000;

interface Requests {
  /** Times of the last admitted requests, a ring. */
  times: Float64Array;
  next: number;
}

/** A sliding window: no second, wherever it begins, contains more than the limit. */
export function createRates(limit = requestsPerSecond) {
  const windows = new Map<string, Requests>();

  const forgetIdle = (now: number): void => {
    for (const [address, { times, next }] of windows) {
      const last = times[(next + limit - 1) % limit] ?? 0;
      if (Math.abs(now - last) >= second) windows.delete(address);
    }
  };

  return {
    /** Counts one request; false if it is one too many. */
    admit(address: string, now: number): boolean {
      let window = windows.get(address);
      if (!window) {
        if (windows.size >= maxAddresses) forgetIdle(now);
        window = { times: new Float64Array(limit).fill(Number.NEGATIVE_INFINITY), next: 0 };
        windows.set(address, window);
      }
      const oldest = window.times[window.next] ?? Number.NEGATIVE_INFINITY;
      // A clock that was set back must not lock an address out until it catches up.
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

/** Most windows in memory; ended ones are removed first. */
const maxWindows = 10_000;

interface Searches {
  ends: number;
  used: number;
}

/** Windows that begin with their first search. */
export function createSearchWindows() {
  const windows = new Map<string, Searches>();
  const unresolved = createUnresolvedWindows();
  const isOpen = (window: Searches, now: number): boolean =>
    // A clock that was set back must not keep a window open until it catches up.
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
    /** Counts one search; returns how many are left (below 0: one too many) and when the window ends. */
    count(name: string, now: number) {
      const window = open(name, now);
      window.used += 1;
      return { left: searchesPerWindow - window.used, ends: window.ends };
    },
    /** The same without counting. */
    peek(name: string, now: number) {
      const window = windows.get(name);
      return window && isOpen(window, now)
        ? { left: searchesPerWindow - window.used, ends: window.ends }
        : { left: searchesPerWindow, ends: now + windowMs };
    },
    /** Windows of place searches that keys filled without resolving a place. */
    unresolved,
    clear(): void {
      windows.clear();
      unresolved.clear();
    },
  };
}

const maxFilledWindows = 3;

/** The windows that keys filled, and their last place resolutions. In memory, as the windows are. */
export function createUnresolvedWindows() {
  const fills = new Map<number, number[]>();
  const resolutions = new Map<number, number>();
  return {
    /** Notes a window that a key filled; true if the key must be suspended. */
    filled(keyId: number, now: number): boolean {
      // If the clock was set back, times in the future do not count for this day.
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
