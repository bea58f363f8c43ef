// The windows of searches: 3,000 requests in 5 minutes, for one key from one address. A key that fills three
// windows within a day without a place resolution is suspended.
import { searchesPerWindow, searchWindowSeconds } from '../../api/limits';

export const windowMs = searchWindowSeconds * 1000;

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
    resolved: (keyId: number, now: number) => void resolutions.set(keyId, now),
    forget: (keyId: number) => void fills.delete(keyId),
    clear(): void {
      fills.clear();
      resolutions.clear();
    },
  };
}

export type SearchWindows = ReturnType<typeof createSearchWindows>;
