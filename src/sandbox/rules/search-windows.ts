// The rate limit of searches: 3,000 requests in 5 minutes, told in three headers (interface, "Limits",
// "GET /places"). A window is one key's from one address (decisions.md).
import { searchesPerWindow, searchWindowSeconds } from '../../api/limits';
import type { Call } from '../http/call';
import { consumes } from '../http/operation';
import { Refusal } from '../http/refusal';
import type { Sandbox } from '../sandbox';
import type { Caller } from './caller';
import { createUnresolvedWindows, type UnresolvedWindows } from './unresolved-windows';

const windowMs = searchWindowSeconds * 1000;

/** Windows remembered before those that ended are forgotten: bounds the memory under a scan. */
const remembered = 10_000;

/** Counts searches. */
export interface SearchWindows {
  /** Counts one search; how many are left (below 0: one too many) and when the window ends. */
  count(name: string, now: number): { left: number; ends: number };
  /** The same without counting. */
  peek(name: string, now: number): { left: number; ends: number };
  /** Windows of place searches that keys filled without resolving a place. */
  readonly unresolved: UnresolvedWindows;
  clear(): void;
}

interface Window {
  ends: number;
  used: number;
}

/** Windows that begin with their first search. */
export function createSearchWindows(): SearchWindows {
  const windows = new Map<string, Window>();
  const unresolved = createUnresolvedWindows();
  const isOpen = (window: Window, now: number): boolean =>
    // A clock that was set back must not keep a window open until it has caught up again.
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
    count(name, now) {
      const window = open(name, now);
      window.used += 1;
      return { left: searchesPerWindow - window.used, ends: window.ends };
    },
    peek(name, now) {
      const window = windows.get(name);
      return window && isOpen(window, now)
        ? { left: searchesPerWindow - window.used, ends: window.ends }
        : { left: searchesPerWindow, ends: now + windowMs };
    },
    unresolved,
    clear() {
      windows.clear();
      unresolved.clear();
    },
  };
}

/**
 * Counts a search, and puts the three headers on its answer.
 * @param operation whose window it is
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
  // Without rate limits nothing is counted, and all of the window is always left.
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
