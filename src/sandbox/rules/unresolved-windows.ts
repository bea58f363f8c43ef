// Keys that search and never resolve: the third window of searches that a key fills within a day without
// one place resolution suspends it.

const day = 86_400_000;

/** How many filled windows are too many. */
const tooMany = 3;

/** The windows that keys filled, and their last place resolutions. In memory, as the windows are. */
export interface UnresolvedWindows {
  /** Notes a window that a key filled; true when the key is to be suspended for it. */
  filled(keyId: number, now: number): boolean;
  /** Notes a place resolution. */
  resolved(keyId: number, now: number): void;
  /** Begins anew for a key. */
  forget(keyId: number): void;
  clear(): void;
}

/** No windows so far. */
export function createUnresolvedWindows(): UnresolvedWindows {
  const fills = new Map<number, number[]>();
  const resolutions = new Map<number, number>();
  return {
    filled(keyId, now) {
      // What lies ahead of a clock that was set back is not of this day either.
      const isOfThisDay = (time: number): boolean => time <= now && now - time < day;
      const ofThisDay = [...(fills.get(keyId) ?? []), now].filter(isOfThisDay);
      fills.set(keyId, ofThisDay);
      const resolved = resolutions.get(keyId);
      return ofThisDay.length >= tooMany && (resolved === undefined || !isOfThisDay(resolved));
    },
    resolved: (keyId, now) => void resolutions.set(keyId, now),
    forget: (keyId) => void fills.delete(keyId),
    clear() {
      fills.clear();
      resolutions.clear();
    },
  };
}
