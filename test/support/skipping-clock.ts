// Time that passes as it does, without the waits in which no request is under way (`Home.call`). However slow the
// machine, no limit of the command passes while it or the service is at work.
import { subscribe } from 'node:diagnostics_channel';
import type { SteadyClock } from '../../src/lib/runtime';

interface Sleeper {
  at: number;
  wake: () => void;
  timer: NodeJS.Timeout;
}

/** Turns of the event loop in which nothing begins a request: then the command waits for time alone. */
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

/** Forgets what a test left under way, such as a connection that became a tunnel: it would hold later waits. */
export function forgetRequests(): void {
  underWay.clear();
}

function requestOf(message: unknown): unknown {
  return (message as { request: unknown }).request;
}

/** Ends the shortest wait once nothing else goes on. */
async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  for (let turn = 0; turn < idleTurns && underWay.size === 0 && sleepers.size > 0; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    // Files that are read, connections that are made: the command is at work.
    if (process.getActiveResourcesInfo().some((name) => /Req|ConnectWrap/.test(name))) turn = 0;
  }
  isLooking = false;
  if (underWay.size > 0 || sleepers.size === 0) return;
  const first = [...sleepers].reduce((least, one) => (one.at < least.at ? one : least));
  skippedMs += Math.max(0, first.at - skippingClock.now());
  first.wake();
  void look();
}

/** The clock. */
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
