// The parts of one running sandbox that every route uses: the store, the clock and the faults.

import type { createFaults } from '../faults/faults';
import type { LazyPlaces } from '../places/places';
import type { Rates, SearchWindows } from '../rules/rate-limits';
import type { Store } from '../store/store';
import type { Clock } from './clock';
import type { Journal } from './journal';

export interface Sandbox {
  store: Store;
  clock: Clock;
  faults: ReturnType<typeof createFaults>;
  /** Duration of an answer under the fault `slow`, in milliseconds. */
  slowFor: number;
  rates: Rates | undefined;
  /** Counts place searches and autocomplete; absent if the rate limit is off. */
  windows: SearchWindows | undefined;
  places: LazyPlaces;
  journal: Journal;
  /** Undefined until the first snapshot is saved, in a temporary directory. */
  snapshotDirectory: string | undefined;
  /**
   * Pages of the latest sign-ups, newest first: nothing is stored of a sign-up before its page is submitted,
   * and `sandbox signup` has to find it.
   */
  recentSignUps: string[];
  /** Signs sign-up tokens; changes with a reset. */
  secret: Buffer;
  /** POST /sign_up requires every member but two. */
  strictSignUp: boolean;
  /** Name or address the sandbox listens on. */
  host: string;
  /** Its address, as `http://127.0.0.1:8787`, without the version prefix. */
  origin: string;
  /** The members of GET /_sandbox/health about this process. */
  identity: { instance: string; data: string | null };
  reset(): void;
  /** Begins to close; the current request is still answered. */
  stop(): void;
  report(error: unknown): void;
}
