// The system clock: sleeping can be aborted and leaves nothing behind.
import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { systemClock } from '../../src/lib/runtime';

beforeEach(() => void vi.useFakeTimers({ now: 1_900_000_000_000 }));
afterEach(() => void vi.useRealTimers());

test('sleep ends after the given time', async () => {
  let isOver = false;
  const sleeping = systemClock.sleep(1000).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await sleeping;
  expect(systemClock.now()).toBe(1_900_000_001_000);
});

test("sleep rejects with the signal's abort reason if the signal is aborted before or during the sleep", async () => {
  const reason = new Error('enough');
  await expect(systemClock.sleep(1000, AbortSignal.abort(reason))).rejects.toBe(reason);
  const stop = new AbortController();
  const sleeping = systemClock.sleep(1000, stop.signal);
  const ended = expect(sleeping).rejects.toBe(reason);
  stop.abort(reason);
  await ended;
  expect(vi.getTimerCount()).toBe(0);
});

test('sleep removes its abort listener before the promise resolves', async () => {
  const { signal } = new AbortController();
  const sleeping = systemClock.sleep(1000, signal);
  expect(getEventListeners(signal, 'abort')).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1000);
  await sleeping;
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
