// A limit of time that no machine reaches, and that passes when a test says so.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { onTestFinished, vi } from 'vitest';
import { isCalledInside } from './tool';

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

/** Lets such a limit pass, as soon as there is one, unless `over` says that none will be. */
export function passOnce(held: ReadonlyMap<unknown, () => void>, over = () => false): void {
  if (held.size === 0 && !over()) setImmediate(passOnce, held, over);
  for (const pass of [...held.values()]) pass();
}

/** The same as soon as the client, in this process, has read a piece of a body. */
export function passOnceRead(held: ReadonlyMap<unknown, () => void>): void {
  const stop = onRead('', () => {
    stop();
    passOnce(held);
  });
}

/**
 * Does something whenever a client in this process has read a piece of a body, of paths with this in them. What a
 * process of its own reads cannot be seen: there, once and soon.
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
