// The windows in which searches are counted: 3,000 requests in 5 minutes, of one key from one address.
import { searchesPerWindow, searchWindowSeconds } from '../../api/limits';
import { createUnresolvedWindows, type UnresolvedWindows } from './unresolved-windows';

/** Length of a window, in milliseconds. */
export const windowMs = searchWindowSeconds * 1000;

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
