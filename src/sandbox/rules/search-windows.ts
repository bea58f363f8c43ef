// The windows of searches: 3,000 requests in 5 minutes, for one key from one address, reported in three headers. A key
// that fills three windows within a day without a place resolution is suspended.
import { searchesPerWindow, searchWindowSeconds } from '../../api/limits';
import { Refusal } from '../http/answers';
import { type Call, consumes } from '../http/call';
import type { Sandbox } from '../sandbox';
import type { Caller } from './caller';

/** Length of a window, in milliseconds. */
const windowMs = searchWindowSeconds * 1000;

/** Most windows in memory; ended ones are removed first. */
const remembered = 10_000;

interface Window {
  ends: number;
  used: number;
}

/** Windows that begin with their first search. */
export function createSearchWindows() {
  const windows = new Map<string, Window>();
  const unresolved = createUnresolvedWindows();
  const isOpen = (window: Window, now: number): boolean =>
    // A clock that was set back must not keep a window open until it catches up.
    now < window.ends && now >= window.ends - windowMs;

  const open = (name: string, now: number): Window => {
    const window = windows.get(name);
    if (window && isOpen(window, now)) return window;
    if (windows.size >= remembered) {
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

const day = 86_400_000;

/** The number of filled windows that is too many. */
const tooMany = 3;

/** The windows that keys filled, and their last place resolutions. In memory, as the windows are. */
export function createUnresolvedWindows() {
  const fills = new Map<number, number[]>();
  const resolutions = new Map<number, number>();
  return {
    /** Notes a window that a key filled; true if the key must be suspended. */
    filled(keyId: number, now: number): boolean {
      // If the clock was set back, times in the future do not count for this day.
      const isOfThisDay = (time: number): boolean => time <= now && now - time < day;
      const ofThisDay = [...(fills.get(keyId) ?? []), now].filter(isOfThisDay);
      fills.set(keyId, ofThisDay);
      const resolved = resolutions.get(keyId);
      return ofThisDay.length >= tooMany && (resolved === undefined || !isOfThisDay(resolved));
    },
    /** Notes a place resolution. */
    resolved: (keyId: number, now: number) => void resolutions.set(keyId, now),
    /** Removes the filled windows of a key. */
    forget: (keyId: number) => void fills.delete(keyId),
    clear(): void {
      fills.clear();
      resolutions.clear();
    },
  };
}

/** Counts searches. */
export type SearchWindows = ReturnType<typeof createSearchWindows>;

/**
 * Counts a search, and puts the three headers on its answer.
 * @param operation the operation of the window
 * @throws Refusal 4291 for one search too many, and without the headers for a suspended key that
 *   searches places.
 */
export function countSearch(
  sandbox: Sandbox,
  call: Call,
  operation: 'places' | 'addresses',
  { key, ip }: Caller,
): void {
  if (operation === 'places' && key.settings.suspended) throw new Refusal(4291);
  const { windows, clock, store } = sandbox;
  const now = clock.now();
  const name = `${operation} ${key.id} ${ip}`;
  // Without rate limits nothing is counted, and the full window is always left.
  const { left, ends } =
    windows === undefined
      ? { left: searchesPerWindow, ends: now + windowMs }
      : consumes(call)
        ? windows.count(name, now)
        : windows.peek(name, now);
  call.outgoing.setHeader('X-RateLimit-Limit', searchesPerWindow);
  call.outgoing.setHeader('X-RateLimit-Remaining', Math.max(0, left));
  call.outgoing.setHeader('X-RateLimit-Reset', Math.ceil(ends / 1000));
  const isFilled = operation === 'places' && left === 0 && consumes(call);
  if (isFilled && windows?.unresolved.filled(key.id, now)) {
    store.keys.saveSettings(key, { ...key.settings, suspended: true });
  }
  if (left < 0) {
    const wait = Math.max(1, Math.ceil((ends - now) / 1000));
    throw new Refusal(4291, { headers: { 'Retry-After': String(wait) } });
  }
}
