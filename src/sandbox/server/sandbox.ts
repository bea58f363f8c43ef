// A running sandbox's properties, which routes and rules use.
import type { Faults } from '../faults/faults';
import type { LazyPlaces } from '../places/places';
import type { Rates, SearchWindows } from '../rules/rate-limits';
import type { Store } from '../store/store';
import type { Clock } from './clock';
import type { Journal } from './journal';

export interface Sandbox {
  store: Store;
  clock: Clock;
  faults: Faults;
  /** The duration of a response with the `slow` fault, in milliseconds. */
  slowFor: number;
  /** Enforces the rate limit; undefined if the rate limit is off. */
  rates: Rates | undefined;
  /** Counts place searches and autocomplete requests for the request quota; undefined if the rate limit is off. */
  windows: SearchWindows | undefined;
  places: LazyPlaces;
  journal: Journal;
  /**
   * The snapshot directory. If the sandbox uses a temporary directory, undefined until the first snapshot creates the
   * directory.
   */
  snapshotDirectory: string | undefined;
  /**
   * The URLs of the latest sign-up pages, newest first. `waypost sandbox signup` uses this list, because the store
   * contains a sign-up only after the user submits the form.
   */
  recentSignUps: string[];
  /** The secret that signs sign-up tokens. A reset changes the secret. */
  secret: Buffer;
  /** Whether POST /sign_up and the sign-up page require every field except the second and third address lines. */
  strictSignUp: boolean;
  /** The host name or address on which the sandbox listens. */
  host: string;
  /** The URL without the version prefix, such as `http://127.0.0.1:8787`. */
  origin: string;
  /**
   * The instance name and the data directory. The response of GET /_sandbox/health contains the directory and a proof
   * of the name.
   */
  identity: { instance: string; data: string | null };
  /** Deletes all data except snapshots, and restores the clock and the seed. */
  reset(): void;
  /** Starts closing the sandbox, and returns immediately. The sandbox waits at most 2 s for requests in progress. */
  stop(): void;
  /** Reports an internal error. */
  report(error: unknown): void;
}
