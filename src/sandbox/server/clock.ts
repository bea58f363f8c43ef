// The sandbox clock. Limits, quotas, log retention and sign-up expiration use this clock. Tests move the clock instead
// of waiting for days.

/**
 * Returns a clock that is `offset` milliseconds ahead of `real`. The clock calls `save` with every new offset, so that
 * the sandbox can restore the offset after a restart.
 */
export function createClock(real: () => number, offset: number, save: (offset: number) => void) {
  let ahead = offset;
  const move = (milliseconds: number): void => {
    save(milliseconds);
    ahead = milliseconds;
  };
  return {
    now: () => real() + ahead,
    /** Sets the time. The clock keeps running from the new time. */
    set: (now: number) => move(now - real()),
    /** Resets the clock to the real time. */
    release: () => move(0),
    offset: () => ahead,
    /** Restores an earlier offset without calling `save`, because the store has already rolled back the new offset. */
    rollBack: (offset: number) => {
      ahead = offset;
    },
  };
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: hourMs,
  d: dayMs,
  w: 7 * dayMs,
};

/** Converts a duration such as `90s`, `8d` or `-2h` to milliseconds. Returns undefined if the text is invalid. */
export function readSpan(text: string): number | undefined {
  const found = /^([+-]?\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h|d|w)$/.exec(text.trim());
  const unit = units[found?.[2] ?? ''];
  return unit === undefined ? undefined : Math.round(Number(found?.[1]) * unit);
}

/** Returns the UTC day of a time, in the format `2026-11-20`. */
export function utcDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Returns the UTC month of a time, in the format `2026-11`. */
export function utcMonth(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

export type Clock = ReturnType<typeof createClock>;
