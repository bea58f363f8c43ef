// Ends long timeouts early. A test sets a timeout that is too long to pass on a slow machine, and then ends the
// timeout.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished, vi } from 'vitest';
import { isCalledInside } from './tool';

/**
 * Returns the active timers of this length in milliseconds. The key is the timer, and the value calls the timer's
 * callback.
 */
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

/** Ends all held timers as soon as one is set. Stops waiting for a timer if `over` returns true. */
export function passOnce(held: ReadonlyMap<unknown, () => void>, over = () => false): void {
  if (held.size === 0 && !over()) setImmediate(passOnce, held, over);
  for (const pass of [...held.values()]) pass();
}

/** Ends all held timers as soon as a client in this process has read a part of a body. */
export function passOnceRead(held: ReadonlyMap<unknown, () => void>): void {
  const stop = onRead('', () => {
    stop();
    passOnce(held);
  });
}

/**
 * Calls `work` each time that a client in this process has read a part of a body from a path that contains `part`.
 * Returns a function that stops these calls. If the command runs as a separate process, this code cannot observe its
 * reads, and calls `work` once without waiting.
 */
export function onRead(part: string, work: () => void): () => void {
  if (!isCalledInside) {
    setImmediate(work);
    return () => {};
  }
  const channel = 'undici:request:bodyChunkReceived';
  const read = (message: unknown) => {
    const { request } = message as { request: { path: string } };
    if (request.path.includes(part)) setImmediate(work);
  };
  subscribe(channel, read);
  return () => void unsubscribe(channel, read);
}
