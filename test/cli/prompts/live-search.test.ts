// The place picker's search, with a clock that the test controls: when the picker sends a search, and when the user can
// choose a hit. A hit must first be visible for a moment and belong to the current text.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LiveSearch, type SearchResult } from '../../../src/cli/prompts/live-search';
import { systemClock } from '../../../src/lib/runtime';

const pause = 200;
const settling = 250;
const outOfMemory = 5 * 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Advances the clock by this many milliseconds and lets waiting code continue. */
const pass = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));

/** A search request that waits until the test responds. */
interface Held {
  text: string;
  signal: AbortSignal;
  tell: (notice: string) => void;
  answer: (hits: string[], spare?: SearchResult<string>['delay']) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

function bench() {
  const asked: Held[] = [];
  let changes = 0;
  const search = new LiveSearch<string>({
    clock: systemClock,
    changed: () => {
      changes += 1;
    },
    source: (text, { signal, tell }) =>
      new Promise((resolve, reject) => {
        const answered = (settle: () => void) => {
          settle();
          return pass(0);
        };
        asked.push({
          text,
          signal,
          tell,
          answer: (hits, spare) => answered(() => resolve({ hits, delay: spare })),
          fail: (error) => answered(() => reject(error)),
        });
      }),
  });
  /** Types a text, waits for the search request, and returns the request. */
  const ask = async (text: string): Promise<Held> => {
    search.seek(text);
    await pass(pause);
    return last();
  };
  const last = (): Held => {
    const held = asked.at(-1);
    if (held === undefined) throw new Error('nothing was asked');
    return held;
  };
  /** Types a text, responds with these hits, and waits until the user can choose a hit. */
  const find = async (text: string, hits: string[]): Promise<void> => {
    await (await ask(text)).answer(hits);
    await pass(settling);
  };
  return {
    search,
    ask,
    last,
    find,
    texts: () => asked.map(({ text }) => text),
    changes: () => changes,
  };
}

describe('LiveSearch', () => {
  test('searches only for the latest text, and only after a pause in typing', async () => {
    const { search, texts } = bench();
    for (const text of ['b', 'be', 'ber']) {
      search.seek(text);
      await pass(pause - 1);
    }
    expect(texts()).toEqual([]);
    await pass(1);
    expect(texts()).toEqual(['ber']);
  });

  test.each<[line: string, asked: string[]]>([
    ['', []],
    ['   ', []],
    [' new   york ', ['new york']],
  ])('turns the typed text %j into the searches %j', async (line, asked) => {
    const { search, texts } = bench();
    search.seek(line);
    await pass(pause);
    expect(texts()).toEqual(asked);
  });

  test('does not search again if you add only a space', async () => {
    const { search, find, texts } = bench();
    await find('new', ['New York']);
    search.seek('new ');
    expect(search.state).toMatchObject({ step: 'found', settled: true });
    expect(texts()).toEqual(['new']);
  });

  test('searches for an initial text immediately, without the delay that follows typing', async () => {
    const { search, texts } = bench();
    search.seek('berlin', 0);
    await pass(0);
    expect(texts()).toEqual(['berlin']);
  });

  test('aborts an outdated request and ignores its response', async () => {
    const { search, ask } = bench();
    const first = await ask('b');
    expect(first.signal.aborted).toBe(false);
    const second = await ask('be');
    expect(first.signal.aborted).toBe(true);
    await first.answer(['Bern']);
    expect(search.state).toMatchObject({ step: 'searching' });
    await second.answer(['Berlin']);
    expect(search.state).toMatchObject({ step: 'found', hits: ['Berlin'] });
  });

  test('aborts the request and shows no hits if you clear the line', async () => {
    const { search, ask } = bench();
    const { signal, answer } = await ask('b');
    search.seek('');
    expect([search.state, signal.aborted]).toEqual([{ step: 'idle' }, true]);
    await answer(['Bern']);
    expect(search.state).toEqual({ step: 'idle' });
  });

  test('reuses the hits from an earlier search until the hits expire', async () => {
    const { search, find, texts } = bench();
    await find('ber', ['Bern']);
    await find('berl', ['Berlin']);
    search.seek('ber');
    expect(search.state).toMatchObject({ step: 'found', hits: ['Bern'] });
    await pass(outOfMemory);
    search.seek('berl');
    await pass(pause);
    expect(texts()).toEqual(['ber', 'berl', 'berl']);
  });

  test('delays the next search if the source requires a wait, and shows the reason for the wait', async () => {
    const { search, ask, find, texts } = bench();
    const reason = (ms: number) => `${ms} ms left`;
    await (await ask('a')).answer(['A'], { ms: 3000, reason });
    await pass(1000);
    search.seek('ab');
    expect(search.state).toMatchObject({ step: 'searching', notice: '2000 ms left' });
    search.seek('abc');
    await pass(1999);
    expect(texts()).toEqual(['a']);
    await pass(1);
    expect(texts()).toEqual(['a', 'abc']);
    // The delay applies only to one search.
    await find('abcd', []);
    expect(texts()).toEqual(['a', 'abc', 'abcd']);
  });

  test('aborts the pending request and reports no more changes after stop()', async () => {
    const { search, ask, changes, texts } = bench();
    const { signal, answer } = await ask('a');
    search.stop();
    const before = changes();
    await answer(['A']);
    await pass(10_000);
    expect([signal.aborted, texts(), changes()]).toEqual([true, ['a'], before]);
  });
});

describe('LiveSearch.state', () => {
  test('contains the hits from an earlier search, marked as outdated, until new hits arrive', async () => {
    const { search, find, ask } = bench();
    await find('ber', ['Bern', 'Berlin']);
    const held = await ask('berl');
    expect(search.state).toMatchObject({ step: 'searching', outdated: ['Bern', 'Berlin'] });
    await held.answer(['Berlin']);
    expect(search.state).toMatchObject({ step: 'found', hits: ['Berlin'], active: 0 });
  });

  test("contains the source's notice only while the request is pending", async () => {
    const { search, ask } = bench();
    const { tell, answer } = await ask('a');
    tell('trying again');
    expect(search.state).toMatchObject({ step: 'searching', notice: 'trying again' });
    await answer([]);
    tell('too late');
    expect(search.state).toMatchObject({ step: 'found' });
    await ask('ab');
    tell('of another text');
    expect(search.state).not.toHaveProperty('notice');
  });

  test('contains the error of a failed search until the text changes', async () => {
    const { search, ask, find } = bench();
    const error = new Error('no network');
    await (await ask('a')).fail(error);
    expect(search.state).toEqual({ step: 'failed', error });
    await find('ab', ['Aberdeen']);
    expect(search.state).toMatchObject({ step: 'found', hits: ['Aberdeen'] });
  });

  test.each<[moves: number[], active: number]>([
    [[], 0],
    [[1], 1],
    [[1, 1], 2],
    [[1, 1, 1], 2],
    [[-1], 0],
    [[1, 1, -1], 1],
  ])(
    "contains the highlighted hit's index after the highlight moves (moves: %j, index: %d)",
    async (moves, active) => {
      const { search, find } = bench();
      await find('a', ['A', 'B', 'C']);
      for (const by of moves) search.move(by);
      expect(search.state).toMatchObject({ active });
      expect(search.choose()).toBe(['A', 'B', 'C'][active]);
    },
  );

  test('has the first hit highlighted when new hits arrive', async () => {
    const { search, find } = bench();
    await find('a', ['A', 'B']);
    search.move(1);
    await find('ab', ['C', 'D']);
    expect(search.choose()).toBe('C');
  });
});

describe('LiveSearch.choose', () => {
  test('does not return a hit while the line is empty', () => {
    const { search } = bench();
    expect([search.choose(), search.state]).toEqual([undefined, { step: 'idle' }]);
  });

  test('does not return a hit if there are no hits', async () => {
    const { search, find } = bench();
    await find('xyz', []);
    expect(search.choose()).toBeUndefined();
  });

  test('does not return a hit from an earlier search, and reports that you pressed Enter too early', async () => {
    const { search, find } = bench();
    await find('ber', ['Bern']);
    search.seek('berl');
    expect(search.choose()).toBeUndefined();
    expect(search.state).toMatchObject({ step: 'searching', hurried: true });
  });

  test('does not return a hit while the search is pending or immediately after it ends', async () => {
    const { search, ask } = bench();
    const held = await ask('berl');
    expect(search.choose()).toBeUndefined();
    await held.answer(['Berlin']);
    expect(search.state).toMatchObject({ step: 'found', settled: false, hurried: true });
    expect(search.choose()).toBeUndefined();
  });

  test.each([0, 100, settling - 1])(
    'does not return a hit %d ms after the hits arrived',
    async (ms) => {
      const { search, ask } = bench();
      await (await ask('berl')).answer(['Berlin']);
      await pass(ms);
      expect(search.choose()).toBeUndefined();
    },
  );

  test('does not return a hit while you hold down the Enter key', async () => {
    const { search, ask } = bench();
    await (await ask('berl')).answer(['Berlin']);
    for (let repeat = 0; repeat < 100; repeat += 1) {
      expect(search.choose()).toBeUndefined();
      await pass(30);
    }
    await pass(settling);
    expect(search.choose()).toBe('Berlin');
  });

  test('does not return a reused hit until the hits have been shown long enough', async () => {
    const { search, find } = bench();
    await find('ber', ['Bern']);
    await find('berl', ['Berlin']);
    search.seek('ber');
    expect(search.choose()).toBeUndefined();
    await pass(settling);
    expect(search.choose()).toBe('Bern');
  });

  test('does not return a reused hit if only the previous hits were shown long enough', async () => {
    const { search, ask, find } = bench();
    await find('ber', ['Bern']);
    await (await ask('berl')).answer(['Berlin']);
    vi.advanceTimersByTime(settling);
    search.seek('ber');
    await pass(0);
    expect(search.choose()).toBeUndefined();
  });

  test('does not return a hit after a failed search, but repeats the search', async () => {
    const { search, ask, last, texts } = bench();
    await (await ask('berl')).fail(new Error('no network'));
    expect(search.choose()).toBeUndefined();
    expect(search.state).toMatchObject({ step: 'searching' });
    expect(search.choose()).toBeUndefined();
    await pass(pause);
    expect(texts()).toEqual(['berl', 'berl']);
    await last().answer(['Berlin']);
    await pass(settling);
    expect(search.choose()).toBe('Berlin');
  });
});
