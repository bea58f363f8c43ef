// A limit of time that no machine reaches, and that passes when a test says so.
import { onTestFinished, vi } from 'vitest';

/** The timers of this length, in milliseconds, that are set and not cleared: what each of them does, to call it now. */
export function heldTimers(length: number): ReadonlyMap<unknown, () => void> {
  const held = new Map<unknown, () => void>();
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((
    work: (...words: unknown[]) => void,
    ms?: number,
    ...words: unknown[]
  ) => {
    const timer = set(work, ms, ...words);
    if (ms === length) held.set(timer, () => work(...words));
    return timer;
  }) as typeof setTimeout);
  vi.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    held.delete(timer);
    clear(timer);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return held;
}
