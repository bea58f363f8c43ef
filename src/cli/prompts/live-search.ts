// A search while a person types: it waits for a pause, aborts outdated requests, and answers repeated texts
// from memory. A hit can be chosen only after it was on the screen, for the current text, long enough to be
// read: a choice may cost money.
import type { Clock } from '../../lib/runtime';

/** What a search finds. */
export interface SearchResult<T> {
  /** Best first. */
  hits: readonly T[];
  /** How long the next search has to wait, if the service limits it. */
  delay?: SearchDelay | undefined;
}

/** A wait, in milliseconds, and the message about the time left. */
export interface SearchDelay {
  ms: number;
  reason: (leftMs: number) => string;
}

/** Searches for a text. `tell` takes a line for the person who waits; the signal aborts the search. */
export type SearchFunction<T> = (
  text: string,
  call: { signal: AbortSignal; tell: (notice: string) => void },
) => Promise<SearchResult<T>>;

/** The state of a search. `hurried`: a choice was made before it was allowed. */
export type SearchState<T> =
  | { step: 'idle' }
  | {
      step: 'searching';
      /** Hits of an earlier text, which cannot be chosen. */
      outdated: readonly T[];
      notice?: string | undefined;
      hurried: boolean;
    }
  | {
      step: 'found';
      hits: readonly T[];
      /** Index of the highlighted hit. */
      active: number;
      /** Whether the hits were shown long enough to be chosen. */
      settled: boolean;
      hurried: boolean;
    }
  | { step: 'failed'; error: unknown };

/** A pause in the typing, in milliseconds: five searches a second at most. */
const typingPauseMs = 200;
/** How long hits are shown before one can be chosen: reading them takes longer. */
const settlingMs = 250;
/** Hits are remembered this long, because their ids expire. */
const memoryMs = 5 * 60_000;

export interface LiveSearchOptions<T> {
  source: SearchFunction<T>;
  clock: Clock;
  /** Called when the state changes. */
  changed: () => void;
}

/** One person's search, from the first letter to the choice. */
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

  /** The text on the line; a text that differs only in spaces is the same search. */
  seek(line: string, pauseMs = typingPauseMs): void {
    const text = line.trim().replace(/\s+/g, ' ');
    if (text === this.#text) return;
    this.#text = text;
    this.#start(pauseMs);
  }

  /** Moves the highlight, down or up, as far as there are hits. */
  move(by: number): void {
    const state = this.#state;
    if (state.step !== 'found') return;
    const active = Math.max(0, Math.min(state.hits.length - 1, state.active + by));
    if (active !== state.active) this.#show({ ...state, active });
  }

  /**
   * The highlighted hit, if it may be chosen; else undefined. Each call that is too early starts the wait
   * again, so that a key held down chooses nothing. After a failure, searches again.
   */
  choose(): T | undefined {
    const state = this.#state;
    if (state.step === 'found' && state.settled) return state.hits[state.active];
    if (state.step === 'failed') this.#start(typingPauseMs);
    else if (state.step !== 'idle' && !state.hurried) this.#show({ ...state, hurried: true });
    if (state.step === 'found') void this.#settle();
    return undefined;
  }

  /** Aborts the running request. */
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

  /** Shows the hits until they can be chosen; earlier waiting does not count. */
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

/** The hits that stay on the screen while others are requested. */
function hitsIn<T>(state: SearchState<T>): readonly T[] {
  if (state.step === 'found') return state.hits;
  return state.step === 'searching' ? state.outdated : [];
}
