// Searches while the user types. Waits for a pause in the typing, aborts outdated requests, and reuses the hits if the
// user repeats a search term. Choosing a hit might cost a lookup. Therefore, the user can choose a hit only after the
// hits for the current search term have been visible for a moment.
import type { Clock } from '../../lib/runtime';

/** The result of a search. */
export interface SearchResult<T> {
  /** The hits, best first. */
  hits: readonly T[];
  /** The time until the next search is allowed, if the service limits searches. */
  delay?: SearchDelay | undefined;
}

/** The length of a wait in milliseconds, and a function that returns the message about the remaining time. */
export interface SearchDelay {
  ms: number;
  reason: (leftMs: number) => string;
}

/** Finds the hits for a search term. `tell` shows a message to the user. The signal aborts the search. */
export type SearchFunction<T> = (
  text: string,
  call: { signal: AbortSignal; tell: (notice: string) => void },
) => Promise<SearchResult<T>>;

/** The progress of a search. `hurried` is true if the user pressed Enter before a choice was possible. */
export type SearchState<T> =
  | { step: 'idle' }
  | {
      step: 'searching';
      /** The hits for an earlier search term. The user cannot choose these hits. */
      outdated: readonly T[];
      notice?: string | undefined;
      hurried: boolean;
    }
  | {
      step: 'found';
      hits: readonly T[];
      /** The index of the highlighted hit. */
      active: number;
      /** True if the hits have been visible for long enough that the user can choose a hit. */
      settled: boolean;
      hurried: boolean;
    }
  | { step: 'failed'; error: unknown };

/**
 * The pause in the typing after which a search starts, in milliseconds. This pause limits searches to five per second.
 */
const typingPauseMs = 200;
/**
 * The time in milliseconds for which hits must be visible before the user can choose a hit. Reading the hits takes
 * longer than this wait, so the wait does not delay the user.
 */
const settlingMs = 250;
/** The time in milliseconds for which waypost reuses hits. The IDs of the hits remain valid for a longer time. */
const memoryMs = 5 * 60_000;

export interface LiveSearchOptions<T> {
  source: SearchFunction<T>;
  clock: Clock;
  /** The function that the search calls when its state changes. */
  changed: () => void;
}

/** A user's search, from the first letter to the choice. */
export class LiveSearch<T> {
  readonly #options: LiveSearchOptions<T>;
  readonly #memory = new Map<string, { hits: readonly T[]; at: number }>();
  #state: SearchState<T> = { step: 'idle' };
  #text = '';
  #run = new AbortController();
  #settling = new AbortController();
  #next: { at: number; reason: SearchDelay['reason'] } = { at: 0, reason: () => '' };

  constructor(options: LiveSearchOptions<T>) {
    this.#options = options;
  }

  get state(): SearchState<T> {
    return this.#state;
  }

  /**
   * Searches for the text in the input line. Does not search again if the text differs from the last search term only
   * in spaces.
   */
  seek(line: string, pauseMs = typingPauseMs): void {
    const text = line.trim().replace(/\s+/g, ' ');
    if (text === this.#text) return;
    this.#text = text;
    this.#start(pauseMs);
  }

  /** Moves the highlight down or up, but not beyond the first or last hit. */
  move(by: number): void {
    const state = this.#state;
    if (state.step !== 'found') return;
    const active = Math.max(0, Math.min(state.hits.length - 1, state.active + by));
    if (active !== state.active) this.#show({ ...state, active });
  }

  /**
   * Returns the highlighted hit, or undefined if the user cannot choose a hit. If the hits have not been visible long
   * enough, restarts the wait, so that holding down Enter does not choose a hit. If the last search failed, searches
   * again.
   */
  choose(): T | undefined {
    const state = this.#state;
    if (state.step === 'found' && state.settled) return state.hits[state.active];
    if (state.step === 'failed') this.#start(typingPauseMs);
    else if (state.step !== 'idle' && !state.hurried) this.#show({ ...state, hurried: true });
    if (state.step === 'found') void this.#settle();
    return undefined;
  }

  /** Aborts the pending request. Also ends the wait after which the user could choose a hit. */
  stop(): void {
    this.#run.abort();
    this.#settling.abort();
  }

  #start(pauseMs: number): void {
    const { state } = this;
    const outdated = hitsIn(state);
    this.stop();
    this.#run = new AbortController();
    const { signal } = this.#run;
    const text = this.#text;
    const known = this.#memory.get(text);
    if (text === '') this.#show({ step: 'idle' });
    else if (known !== undefined && this.#options.clock.now() - known.at < memoryMs) {
      this.#present(known.hits);
    } else {
      this.#show({ step: 'searching', outdated, hurried: false });
      void this.#search(text, pauseMs, signal);
    }
  }

  async #search(text: string, pauseMs: number, signal: AbortSignal): Promise<void> {
    const { source, clock } = this.#options;
    try {
      const delayMs = this.#next.at - clock.now();
      if (delayMs > pauseMs) this.#tell(this.#next.reason(delayMs), signal);
      await clock.sleep(Math.max(pauseMs, delayMs), signal);
      const found = await source(text, { signal, tell: (notice) => this.#tell(notice, signal) });
      if (signal.aborted) return;
      const now = clock.now();
      this.#memory.set(text, { hits: found.hits, at: now });
      if (found.delay) this.#next = { at: now + found.delay.ms, reason: found.delay.reason };
      this.#present(found.hits);
    } catch (error) {
      if (!signal.aborted) this.#show({ step: 'failed', error });
    }
  }

  #present(hits: readonly T[]): void {
    const state = this.#state;
    const hurried = state.step === 'searching' && state.hurried;
    this.#show({ step: 'found', hits, active: 0, settled: false, hurried });
    void this.#settle();
  }

  /** Waits until the hits have been visible long enough for a choice. The time before this call does not count. */
  async #settle(): Promise<void> {
    this.#settling.abort();
    this.#settling = new AbortController();
    const { signal } = this.#settling;
    try {
      await this.#options.clock.sleep(settlingMs, signal);
    } catch {
      return;
    }
    const state = this.#state;
    if (signal.aborted || state.step !== 'found') return;
    this.#show({ ...state, settled: true, hurried: false });
  }

  #tell(notice: string, signal: AbortSignal): void {
    const state = this.#state;
    if (!signal.aborted && state.step === 'searching') this.#show({ ...state, notice });
  }

  #show(state: SearchState<T>): void {
    this.#state = state;
    this.#options.changed();
  }
}

/** Returns the hits that stay visible during the next request. */
function hitsIn<T>(state: SearchState<T>): readonly T[] {
  if (state.step === 'found') return state.hits;
  return state.step === 'searching' ? state.outdated : [];
}
