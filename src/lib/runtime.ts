// The clock, the environment and the file locations that a command uses. Tests can replace all three.
import type { Environment } from './environment';

/** Provides the current time, and delays that a signal can abort. */
export interface Clock {
  /** Returns the milliseconds since the epoch. The value jumps if the system clock is changed. */
  now(): number;
  /** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that also measures durations. */
export interface SteadyClock extends Clock {
  /** Returns the milliseconds since an arbitrary moment. The value never jumps, even if the system clock is changed. */
  elapsed(): number;
}

/** The machine on which a command runs. */
export interface Machine {
  env: Environment;
  platform: NodeJS.Platform;
  home: string;
  clock: SteadyClock;
}

/** The properties of a machine that determine where waypost stores its files. */
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
