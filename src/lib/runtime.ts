// What a command takes from its surroundings, so that a test can replace it.
import type { Environment } from './environment';

/** Time for the tool: milliseconds since the epoch, and waiting that can be aborted. */
export interface Clock {
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The machine a command runs on. */
export interface Machine {
  env: Environment;
  platform: NodeJS.Platform;
  home: string;
  clock: Clock;
}

/** What decides where the tool keeps its files. */
export type Host = Omit<Machine, 'clock'>;

export const systemClock: Clock = { now: () => Date.now(), sleep };

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal?.addEventListener('abort', onAbort);
  });
}
