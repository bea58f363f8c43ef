// A clock for `Home.call` that runs in real time, but skips waits while no request is pending. A timeout of the command
// does not pass while the command or the service is working, even on a slow machine.
import { subscribe } from 'node:diagnostics_channel';
import type { SteadyClock } from '../../src/lib/runtime';

interface Sleeper {
  at: number;
  wake: () => void;
  timer: NodeJS.Timeout;
}

/** The number of event loop turns after which the clock ends a wait if no request is pending. */
const idleTurns = 20;

const underWay = new Set<unknown>();
const sleepers = new Set<Sleeper>();
let skippedMs = 0;
let isLooking = false;

subscribe('undici:request:create', (message) => underWay.add(requestOf(message)));
for (const end of ['trailers', 'error']) {
  subscribe(`undici:request:${end}`, (message) => {
    underWay.delete(requestOf(message));
    void look();
  });
}

/**
 * Ignores connections that a test left open, such as tunnels, because the clock would otherwise not skip later waits.
 */
export function forgetRequests(): void {
  underWay.clear();
}

function requestOf(message: unknown): unknown {
  return (message as { request: unknown }).request;
}

/** If no request is pending, ends the wait that would end first. */
async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  for (let turn = 0; turn < idleTurns && underWay.size === 0 && sleepers.size > 0; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    // The clock does not skip a wait while the command reads files or opens connections.
    if (process.getActiveResourcesInfo().some((name) => /Req|ConnectWrap/.test(name))) turn = 0;
  }
  isLooking = false;
  if (underWay.size > 0 || sleepers.size === 0) return;
  const first = [...sleepers].reduce((least, one) => (one.at < least.at ? one : least));
  skippedMs += Math.max(0, first.at - skippingClock.now());
  first.wake();
  void look();
}

/** The clock that skips waits. */
export const skippingClock: SteadyClock = {
  now: () => Date.now() + skippedMs,
  elapsed: () => performance.now() + skippedMs,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const end = () => {
        sleepers.delete(sleeper);
        clearTimeout(sleeper.timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        reject(signal?.reason);
      };
      const wake = () => {
        end();
        resolve();
      };
      const sleeper = { at: skippingClock.now() + ms, wake, timer: setTimeout(wake, ms) };
      sleepers.add(sleeper);
      signal?.addEventListener('abort', onAbort);
      void look();
    }),
};
