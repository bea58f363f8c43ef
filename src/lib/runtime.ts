// What a command takes from its surroundings, so that a test can replace it.
import type { Environment } from './environment';

/** Time for the tool: the time of day, and waiting that can be aborted. */
export interface Clock {
  /** Milliseconds since the epoch. It jumps where the machine's clock is set. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that measures lengths of time too. */
export interface SteadyClock extends Clock {
  /** Milliseconds since some moment. It never jumps. */
  elapsed(): number;
}

/** The machine a command runs on. */
export interface Machine {
  env: Environment;
  platform: NodeJS.Platform;
  home: string;
  clock: SteadyClock;
}

/** What decides where the tool keeps its files. */
export type Host = Omit<Machine, 'clock'>;

export const systemClock: SteadyClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  sleep,
};

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
