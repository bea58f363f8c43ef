// What every route works with: the store, the clock and the switches of one running sandbox.
import type { Clock } from './clock';
import type { Faults } from './faults/faults';
import type { LazyPlaces } from './places/lazy-places';
import type { Rates } from './rules/rates';
import type { SearchWindows } from './rules/search-windows';
import type { SnapshotFolder } from './snapshots/folder';
import type { Store } from './store/store';

/** One sandbox. */
export interface Sandbox {
  store: Store;
  clock: Clock;
  faults: Faults;
  /** How long an answer under the fault `slow` takes, in milliseconds. */
  slowFor: number;
  /** Absent when the rate limit is off. */
  rates: Rates | undefined;
  /** Counts place searches and autocomplete; absent when the rate limit is off. */
  windows: SearchWindows | undefined;
  places: LazyPlaces;
  snapshots: SnapshotFolder;
  /**
   * Pages of the sign-ups that were started lately, newest first: nothing is stored of one before its page is
   * submitted, and who completes one without a browser has to find it.
   */
  recentSignUps: string[];
  /** Signs sign-up tokens; another one after a reset. */
  secret: Buffer;
  /** POST /sign_up asks for every member but two. */
  strictSignUp: boolean;
  /** Name or address the sandbox was told to listen on. */
  host: string;
  /** Where it is reached, as `http://127.0.0.1:8787`, without the version prefix. */
  origin: string;
  /** What GET /_sandbox/health says of this process. */
  identity: { instance: string; data: string | null };
  /** Everything back to the start. */
  reset(): void;
  /** Begins to close; the answer to the request at hand still goes out. */
  stop(): void;
  /** Told of failures that are the sandbox's own. */
  report(error: unknown): void;
}
