// The schedule of a batch against a fake service: which requests it repeats, what ends it, and how many rows can be in
// doubt. The clock is simulated, so nothing here waits.
import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InputRow, Outcome, RowAnswer } from '../../src/batch/row';
import { type BatchEnding, runSchedule, unlessAborted } from '../../src/batch/schedule';
import { SteppedClock } from '../support/stepped-clock';

const found: RowAnswer = { result: 'found', cost: 1 };
const trouble: RowAnswer = { error: { code: 'network_error', message: 'broke' }, cost: 0 };
const invalidAnswer: RowAnswer = { error: { code: 'invalid_input', message: 'is empty' }, cost: 0 };

const answered: Outcome = { kind: 'answered', answer: found };
const refused: Outcome = { kind: 'refused', error: new Error('refused') };

/** Certainly not billed, and worth a retry. */
const failed: Outcome = {
  kind: 'failed',
  answer: trouble,
  error: new Error('failed'),
  inDoubt: false,
  again: true,
};

/** Possibly billed; a GET can be repeated, a POST cannot. */
const lostGet: Outcome = { ...failed, inDoubt: true, error: new Error('lost') };
const lostPost: Outcome = { ...lostGet, again: false };
const stop: Outcome = { kind: 'stop', error: new Error('stop') };

/** The outcome of the nth request of a row (from 1). */
type Service = (row: number, time: number, asked: number) => Outcome;

interface Setting {
  rows?: number;
  atOnce?: number;
  answeredBefore?: boolean;
  /** The duration of a request. */
  ms?: (row: number) => number;
  mayAsk?: (underway: number, spent: number) => boolean;
  /** The batch is interrupted before it starts. */
  isStopped?: boolean;
  whileRunning?: (run: { clock: SteppedClock; stopper: AbortController }) => void;
  onAnswered?: (number: number) => void;
  /** The answer of a row that needs no request. */
  known?: (number: number) => RowAnswer | undefined;
  /** The digest of a row's request. */
  digest?: (number: number) => string;
  source?: (count: number) => AsyncIterable<InputRow & { digest?: string }>;
}

async function* numbers(count: number): AsyncGenerator<InputRow> {
  for (let number = 1; number <= count; number += 1) yield { number, input: [`${number}`] };
}

/** Runs a batch of rows. Returns its requests, its answers and how it ended. */
async function run(service: Service, setting: Setting = {}) {
  const { rows = 10, atOnce = 4, ms = () => 10, mayAsk = () => true } = setting;
  const clock = new SteppedClock();
  const stopper = new AbortController();
  const asked: number[] = [];
  const answers = new Map<number, RowAnswer>();
  const doubts: number[] = [];
  const again: number[] = [];
  let underway = 0;
  let most = 0;
  let heldUntil = Number.NEGATIVE_INFINITY;
  let halted = false;
  const start = clock.now();
  const spent = () =>
    doubts.length + [...answers.values()].reduce((sum, { cost }) => sum + cost, 0);
  const batch: Parameters<typeof runSchedule<InputRow & { digest?: string }>>[0] = {
    known: ({ number }) => setting.known?.(number),
    asksAgain: ({ number }) => void again.push(number),
    rows: (setting.source ?? numbers)(rows),
    answeredBefore: setting.answeredBefore ?? false,
    atOnce,
    stop: stopper.signal,
    elapsed: clock.elapsed,
    hold(length) {
      heldUntil = Math.max(heldUntil, clock.elapsed() + length);
    },
    halt() {
      halted = true;
    },
    mayAsk: (count) => mayAsk(count, spent()),
    async ask({ number }) {
      while (clock.elapsed() < heldUntil && !halted) {
        await clock.sleep(heldUntil - clock.elapsed());
      }
      // Like a rate limiter that was stopped.
      if (halted) return { kind: 'stop', error: new Error('halted') };
      asked.push(number);
      underway += 1;
      most = Math.max(most, underway);
      const time = asked.filter((one) => one === number).length;
      const outcome = service(number, time, asked.length);
      await clock.sleep(ms(number));
      underway -= 1;
      if (outcome.kind === 'failed' && outcome.inDoubt) doubts.push(number);
      return outcome;
    },
    async answered({ number }, answer) {
      if (answers.has(number)) throw new Error(`${number} was answered twice`);
      setting.onAnswered?.(number);
      answers.set(number, answer);
    },
  };
  if (setting.isStopped) stopper.abort(new Error('Ctrl-C'));
  let ending: BatchEnding | 'running' = 'running';
  const running = runSchedule(batch).then((end) => {
    ending = end;
  });
  setting.whileRunning?.({ clock, stopper });
  await clock.run(() => ending !== 'running');
  await running;
  return {
    ending,
    asked,
    answers,
    doubts,
    again,
    most,
    elapsed: clock.now() - start,
    /** The number of requests for a row. */
    times: (number: number) => asked.filter((one) => one === number).length,
  };
}

const messageOf = (ending: unknown): unknown =>
  ending instanceof Object && 'error' in ending && ending.error instanceof Error
    ? ending.error.message
    : ending;

describe('a batch without failures', () => {
  test('requests and completes every row only once, and never exceeds the maximum number of pending requests', async () => {
    const { ending, asked, answers, most } = await run(() => answered, { rows: 100, atOnce: 7 });
    expect(ending).toBeUndefined();
    expect([...asked].sort((a, b) => a - b)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
    expect(answers.size).toBe(100);
    expect(most).toBe(7);
  });

  test('sends the first row alone, to detect errors that affect every row', async () => {
    const { asked, ending } = await run(() => stop, { rows: 100, atOnce: 32 });
    expect(asked).toEqual([1]);
    expect(messageOf(ending)).toBe('stop');
  });

  test('completes invalid rows without requests for these rows', async () => {
    const { answers, ending, most } = await run(() => answered, {
      known: (row) => (row % 2 === 0 ? invalidAnswer : undefined),
    });
    expect(ending).toBeUndefined();
    expect(most).toBe(4);
    expect([...answers.values()].filter((answer) => answer === invalidAnswer)).toHaveLength(5);
  });

  test('completes even if it has no rows', async () => {
    expect(await run(() => answered, { rows: 0 })).toMatchObject({ ending: undefined, asked: [] });
  });

  test('completes all other rows even if the second row takes a minute', async () => {
    let ahead = 0;
    const { answers } = await run(
      (row) => {
        if (row > 2) ahead = Math.max(ahead, row - 2);
        return answered;
      },
      {
        rows: 3000,
        atOnce: 8,
        // The first row goes alone; the second row is slow.
        ms: (row) => (row === 2 ? 60_000 : 1),
        onAnswered: (number) => {
          if (number === 2) ahead = Number.NEGATIVE_INFINITY;
        },
      },
    );
    expect(answers.size).toBe(3000);
  });
});

describe('a row without a result', () => {
  test('delays the requests for rows that come at least 1,000 rows later', async () => {
    const askedBefore: number[] = [];
    let isOut = true;
    await run(
      (row) => {
        if (isOut) askedBefore.push(row);
        return answered;
      },
      {
        rows: 2500,
        ms: (row) => (row === 2 ? 60_000 : 1),
        onAnswered: (number) => {
          if (number === 2) isOut = false;
        },
      },
    );
    expect(Math.max(...askedBefore)).toBe(2 + 999);
  });
});

describe('rejected requests', () => {
  test('are repeated until the service returns a result, and are never in doubt', async () => {
    const { ending, times, doubts, answers } = await run((row, time) =>
      row === 3 && time <= 6 ? refused : answered,
    );
    expect(ending).toBeUndefined();
    expect(times(3)).toBe(7);
    expect(doubts).toEqual([]);
    expect(answers.get(3)).toBe(found);
  });

  test('never cause an error in a row, even after many rejections', async () => {
    const { answers } = await run((row, time) => (row === 3 && time <= 50 ? refused : answered), {
      rows: 200,
      atOnce: 2,
      ms: (row) => (row === 3 ? 0 : 5000),
    });
    expect([...answers.values()].every((answer) => answer === found)).toBe(true);
  });

  test('do not end the batch if other requests succeed between rejections', async () => {
    const { ending, answers } = await run(
      (row, time) => (row % 5 === 0 && time === 1 ? refused : answered),
      { rows: 100, atOnce: 1 },
    );
    expect(ending).toBeUndefined();
    expect(answers.size).toBe(100);
  });

  test('are repeated after waits that increase from 0.5 s to 30 s', async () => {
    const sent: number[] = [];
    let clock: SteppedClock | undefined;
    await run(
      (row) => {
        if (row === 1) return answered;
        sent.push(clock?.now() ?? 0);
        return refused;
      },
      {
        rows: 2,
        ms: () => 0,
        whileRunning: (running) => {
          clock = running.clock;
        },
      },
    );
    const gaps = sent.slice(1).map((time, index) => time - (sent[index] ?? 0));
    expect(gaps).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  test('cause only one wait if the service rejects several pending requests together', async () => {
    const { ending, answers, elapsed } = await run(
      (_row, _time, asked) => (asked > 1 && asked <= 31 ? refused : answered),
      { rows: 60, atOnce: 30 },
    );
    expect(ending).toBeUndefined();
    expect(answers.size).toBe(60);
    expect(elapsed).toBeLessThan(1000);
  });

  test.each<[what: string, wellRows: number, requests: number]>([
    ['five rejections if the service rejects every request', 0, 5],
    ['nine rejections if the service rejects every request after the first row', 1, 9],
  ])('end the batch after %s', async (_, wellRows, requests) => {
    const { ending, answers, asked } = await run((row) => (row <= wellRows ? answered : refused), {
      rows: 100,
      atOnce: 1,
    });
    expect(messageOf(ending)).toBe('refused');
    expect(answers.size).toBe(wellRows);
    expect(asked.length - wellRows).toBe(requests);
  });
});

describe('a failed request', () => {
  test('is repeated three times, and then causes an error in its row without ending the batch', async () => {
    const { ending, times, answers, again } = await run((row) => (row === 4 ? failed : answered));
    expect(ending).toBeUndefined();
    expect(times(4)).toBe(4);
    // Only requests that might be billed twice are reported.
    expect(again).toEqual([]);
    expect(answers.get(4)).toBe(trouble);
    expect(answers.size).toBe(10);
  });

  test.each([
    [6, false],
    [1, true],
  ])(
    'causes an error in the last row if another row has a result (rows: %d, result from an earlier run: %s)',
    async (rows, answeredBefore) => {
      const only = (row: number) => (row === rows ? failed : answered);
      const { ending, answers } = await run(only, { rows, answeredBefore });
      expect(ending).toBeUndefined();
      expect(answers.get(rows)).toBe(trouble);
    },
  );

  test.each([1, 2, 3])(
    'ends the batch if the requests for all other rows fail too (rows: %d)',
    async (rows) => {
      const { ending, answers } = await run(() => failed, { rows });
      expect(messageOf(ending)).toBe('failed');
      expect(answers.size).toBe(0);
    },
  );

  test('is not recorded as an error in its row if the requests for all other rows fail too, so that --resume retries all rows', async () => {
    const { ending, answers } = await run(() => failed, { rows: 100 });
    expect(messageOf(ending)).toBe('failed');
    expect(answers.size).toBe(0);
  });
});

test.each([-3_600_000, 3_600_000])(
  'moving the system clock by %d ms does not change the waits or the number of requests',
  async (ms) => {
    const usual = await run(() => failed, { rows: 100 });
    let set = () => {};
    const service: Service = (_row, _time, asked) => {
      if (asked === 2) set();
      return failed;
    };
    const { asked, elapsed } = await run(service, {
      rows: 100,
      whileRunning: ({ clock }) => {
        set = () => clock.set(ms);
      },
    });
    expect([asked, elapsed - ms]).toEqual([usual.asked, usual.elapsed]);
  },
);

test("a batch ends immediately if no program listens on the service's port, but waits if the service responded before", async () => {
  const nowhere: Outcome = { ...refused, error: new Error('nowhere'), nothingListens: true };
  const never = await run(() => nowhere, { rows: 100 });
  expect([messageOf(never.ending), never.asked, never.elapsed]).toEqual(['nowhere', [1], 10]);
  const restarted = await run((_row, _time, asked) => (asked === 2 ? nowhere : answered));
  expect([restarted.ending, restarted.answers.size]).toEqual([undefined, 10]);
});

test('a batch ends before the second request if the output cannot be written', async () => {
  const onAnswered = () => {
    throw new Error('full');
  };
  const { ending, asked } = await run(() => answered, { rows: 100, atOnce: 32, onAnswered });
  expect([messageOf(ending), asked]).toEqual(['full', [1]]);
});

describe('requests in doubt', () => {
  test('are not repeated if they are POST requests, and cause an error in their rows after another row succeeds', async () => {
    const order: number[] = [];
    const { times, answers, doubts } = await run((row) => (row === 3 ? lostPost : answered), {
      atOnce: 1,
      onAnswered: (number) => order.push(number),
    });
    expect(times(3)).toBe(1);
    expect(doubts).toEqual([3]);
    expect(answers.get(3)).toBe(trouble);
    expect(order.slice(0, 4)).toEqual([1, 2, 4, 3]);
  });

  test('are repeated only once if they are GET requests, because each lost response might be billed', async () => {
    const once = await run((row, time) => (row === 3 && time === 1 ? lostGet : answered));
    expect([once.times(3), once.doubts, once.answers.get(3)]).toEqual([2, [3], found]);
    const always = await run((row) => (row === 3 ? lostGet : answered));
    expect([always.times(3), always.answers.get(3)]).toEqual([2, trouble]);
    expect(always.doubts).toEqual([3, 3]);
  });

  test.each([
    ['POST', lostPost],
    ['GET', lostGet],
  ])(
    'end the batch after five requests if the service loses every response to a %s request',
    async (_, lost) => {
      const { ending, doubts, answers } = await run(() => lost, { rows: 1000, atOnce: 32 });
      expect(messageOf(ending)).toBe('lost');
      expect(doubts).toHaveLength(5);
      expect(answers.size).toBe(0);
    },
  );

  test('end the batch after at most 32 parallel and 8 single requests if the service loses every response after row 200', async () => {
    const { ending, doubts, answers } = await run((row) => (row <= 200 ? answered : lostPost), {
      rows: 1000,
      atOnce: 32,
    });
    expect(messageOf(ending)).toBe('lost');
    expect(doubts.length).toBeLessThanOrEqual(32 + 8);
    // These rows have no answer: the next run requests them again and reports that.
    expect(answers.size).toBe(200);
  });

  test('do not end the batch if the service loses six responses in succession', async () => {
    const { ending, answers } = await run(
      (row, time) => (row >= 50 && row < 56 && time === 1 ? lostPost : answered),
      { rows: 200, atOnce: 1 },
    );
    expect(ending).toBeUndefined();
    expect(answers.size).toBe(200);
  });

  test('do not end the batch if all 32 connections break once', async () => {
    const { ending, answers, doubts } = await run(
      (_row, _time, asked) => (asked > 100 && asked <= 132 ? lostPost : answered),
      { rows: 300, atOnce: 32 },
    );
    expect(ending).toBeUndefined();
    expect(answers.size).toBe(300);
    expect(doubts).toHaveLength(32);
  });
});

describe('a failed row whose error is delayed', () => {
  test('gets its error before the batch completes the row that comes 1,000 rows later, even if no request has succeeded in between', async () => {
    const order: number[] = [];
    const requested = [1, 2, 3, 4, 2000];
    const { ending } = await run((row) => ([2, 3, 4].includes(row) ? lostPost : answered), {
      rows: 2000,
      atOnce: 1,
      known: (row) => (requested.includes(row) ? undefined : invalidAnswer),
      onAnswered: (number) => order.push(number),
    });
    expect(ending).toBeUndefined();
    const at = order.indexOf(1002);
    expect(order.slice(at - 3, at + 1)).toEqual([1001, 2, 3, 1002]);
  });

  test('gets its error only once', async () => {
    const order: number[] = [];
    await run((row) => (row === 2 ? lostPost : answered), {
      rows: 10,
      atOnce: 1,
      onAnswered: (number) => order.push(number),
    });
    expect(order).toEqual([1, 3, 2, 4, 5, 6, 7, 8, 9, 10]);
  });
});

test('after rejected requests, a batch sends rows in parallel again as soon as one request succeeds, even if a repeated request is still pending', async () => {
  const sent = new Map<number, number[]>();
  let clock: SteppedClock | undefined;
  let start = 0;
  const { ending } = await run(
    (row, time) => {
      sent.set(row, [...(sent.get(row) ?? []), (clock?.now() ?? 0) - start]);
      return time === 1 && (row === 3 || row === 4) ? refused : answered;
    },
    {
      rows: 5,
      atOnce: 3,
      ms(row) {
        if (row === 3 && (sent.get(3)?.length ?? 0) > 1) return 5000;
        return row === 2 ? 2000 : 10;
      },
      whileRunning: (running) => {
        clock = running.clock;
        start = running.clock.now();
      },
    },
  );
  expect(ending).toBeUndefined();
  // Row 3 is repeated alone after the wait. Row 2 is answered in the meantime, so row 5 does not wait for row 3.
  expect(sent.get(3)).toEqual([10, 520]);
  expect(sent.get(5)).toEqual([2010]);
});

describe('--max-lookups', () => {
  const limit =
    (most: number) =>
    (underway: number, spent: number): boolean =>
      spent + underway < most;

  test.each([0, 1, 7, 50])('limits the number of billed requests (value: %d)', async (most) => {
    const { ending, asked, answers } = await run(() => answered, {
      rows: 60,
      atOnce: 8,
      mayAsk: limit(most),
    });
    expect(ending).toBe('limit');
    expect([asked.length, answers.size]).toEqual([most, most]);
  });

  test('does not stop a batch whose last row uses the last allowed lookup', async () => {
    const { ending, answers } = await run(() => answered, { rows: 10, mayAsk: limit(10) });
    expect([ending, answers.size]).toEqual([undefined, 10]);
  });

  test('does not count free results', async () => {
    const free: Outcome = { kind: 'answered', answer: { result: null, cost: 0 } };
    const { ending, answers } = await run((row) => (row % 2 === 0 ? free : answered), {
      rows: 20,
      mayAsk: limit(11),
    });
    expect([ending, answers.size]).toEqual([undefined, 20]);
  });

  test('does not stop a batch whose last row is in doubt and uses the last allowed lookup', async () => {
    const { ending, answers } = await run((row) => (row === 2 ? lostPost : answered), {
      rows: 2,
      mayAsk: limit(2),
    });
    expect([ending, answers.get(2)]).toEqual([undefined, trouble]);
  });

  test.each<[most: number, ending: BatchEnding, requested: number[]]>([
    [1, 'limit', [1]],
    [2, undefined, [1, 2]],
  ])(
    'counts both requests for identical rows if the response to the first request is lost (value: %d)',
    async (most, ending, requested) => {
      const outcome = await run((row) => (row === 1 ? lostPost : answered), {
        source: async function* () {
          for (const number of [1, 2]) yield { number, input: [], digest: 'one' };
        },
        mayAsk: limit(most),
      });
      expect([outcome.ending, outcome.asked]).toEqual([ending, requested]);
    },
  );

  test('counts requests in doubt, and does not allow repeated requests beyond the limit', async () => {
    for (const most of [1, 2, 3]) {
      const { ending, asked } = await run(() => lostGet, {
        rows: 20,
        atOnce: 1,
        mayAsk: limit(most),
      });
      expect([ending, asked]).toEqual(['limit', [1, 1, 2].slice(0, most)]);
    }
  });
});

describe('a stopped batch', () => {
  test('waits for pending requests, and does not send more requests', async () => {
    const { ending, asked, answers } = await run(() => answered, {
      rows: 1000,
      atOnce: 8,
      whileRunning: ({ clock, stopper }) => {
        void clock.sleep(45).then(() => stopper.abort(new Error('Ctrl-C')));
      },
    });
    expect(messageOf(ending)).toBe('Ctrl-C');
    expect(answers.size).toBe(asked.length);
    expect(asked.length).toBeLessThan(50);
  });

  test('does not send a request if it was stopped before its start', async () => {
    const { ending, asked } = await run(() => answered, { isStopped: true });
    expect(messageOf(ending)).toBe('Ctrl-C');
    expect(asked).toEqual([]);
  });

  test('ends even if it is waiting for a row that never arrives', async () => {
    const { ending, answers } = await run(() => answered, {
      source: async function* () {
        yield* numbers(3);
        await new Promise(() => {});
      },
      whileRunning: ({ clock, stopper }) => {
        void clock.sleep(1000).then(() => stopper.abort(new Error('Ctrl-C')));
      },
    });
    expect(messageOf(ending)).toBe('Ctrl-C');
    expect(answers.size).toBe(3);
  });

  test('ends even if requests are waiting for the rate limiter', async () => {
    const { ending, elapsed } = await run((row) => (row === 1 ? answered : refused), {
      whileRunning: ({ clock, stopper }) => {
        void clock.sleep(40_000).then(() => stopper.abort(new Error('Ctrl-C')));
      },
    });
    expect(messageOf(ending)).toBe('Ctrl-C');
    // Only the test's own gate waits for the rest of the half minute.
    expect(elapsed).toBeLessThan(62_000);
  });

  test.each<[what: string, service: Service]>([
    ['no lookups are left for one row', (row) => (row === 20 ? stop : answered)],
    ['no lookups are left for any row', (row) => (row >= 20 ? stop : answered)],
  ])(
    'records the results of pending rows and does not request other rows if %s',
    async (_, service) => {
      const { ending, asked, answers } = await run(service, { rows: 500, atOnce: 8 });
      expect(messageOf(ending)).toBe('stop');
      expect(Math.max(...asked)).toBeLessThan(20 + 16);
      expect([...answers.keys()].every((row) => asked.includes(row))).toBe(true);
    },
  );

  test('keeps its results if an input error stopped it', async () => {
    const { ending, answers } = await run(() => answered, {
      source: async function* () {
        yield* numbers(9);
        throw new Error('no CSV');
      },
    });
    expect(messageOf(ending)).toBe('no CSV');
    expect(answers.size).toBe(9);
  });

  test('ends with the write error if a row cannot be written, even if it is the last row', async () => {
    for (const bad of [5, 10]) {
      const { ending, answers } = await run(() => answered, {
        atOnce: 1,
        onAnswered: (number) => {
          if (number === bad) throw new Error('disk full');
        },
      });
      expect(messageOf(ending)).toBe('disk full');
      expect(answers.size).toBe(bad - 1);
    }
    const last = await run((row) => (row === 10 ? lostPost : answered), {
      onAnswered: (number) => {
        if (number === 10) throw new Error('disk full');
      },
    });
    expect(messageOf(last.ending)).toBe('disk full');
  });

  test('ends with the first reason if it is stopped for two reasons', async () => {
    const { ending } = await run((row) => (row === 5 ? stop : answered), {
      atOnce: 1,
      whileRunning: ({ clock, stopper }) => {
        void clock.sleep(1e6).then(() => stopper.abort(new Error('Ctrl-C')));
      },
    });
    expect(messageOf(ending)).toBe('stop');
  });
});

test('for random outcomes, a batch completes each row only once, and results plus requests in doubt never exceed the requests sent', async () => {
  const kinds = [answered, answered, answered, refused, failed, lostGet, lostPost];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(kinds.length - 1), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 12 }),
      fc.infiniteStream(fc.nat(50)),
      async (choices, atOnce, travel) => {
        const rows = 40;
        const result = await run(
          (_row, _time, asked) => kinds[choices[asked % choices.length] ?? 0] ?? answered,
          {
            rows,
            atOnce,
            ms: () => travel.next().value ?? 0,
          },
        );
        const { ending, answers, asked, doubts } = result;
        if (ending === undefined) expect(answers.size).toBe(rows);
        // A row with a result was requested. Rows that may have been billed twice are in doubt.
        for (const row of answers.keys()) expect(asked).toContain(row);
        const paid = [...answers.values()].filter((answer) => answer === found).length;
        expect(paid + doubts.length).toBeLessThanOrEqual(asked.length);
      },
    ),
    { numRuns: 200 },
  );
});

describe('rows with the same request', () => {
  async function* same(count: number): AsyncGenerator<InputRow & { digest: string }> {
    for (let number = 1; number <= count; number += 1) {
      yield { number, input: [], digest: String(number % 10) };
    }
  }

  test('share a pending request, so that only one of these rows has a cost', async () => {
    const { asked, answers, ending } = await run(() => answered, { rows: 500, source: same });
    expect(ending).toBeUndefined();
    // This test's target does not remember answers: a row is requested again if no other row with its digest is pending.
    expect(new Set(asked.slice(0, 10)).size).toBe(10);
    expect(answers.size).toBe(500);
    const paid = [...answers.values()].filter(({ cost }) => cost > 0);
    expect(paid).toHaveLength(asked.length);
  });

  test("share the service's error", async () => {
    const notFound: RowAnswer = { error: { code: 'not_found', message: 'no' }, cost: 0 };
    const { asked, answers } = await run(() => ({ kind: 'answered', answer: notFound }), {
      rows: 10,
      source: async function* () {
        for (let number = 1; number <= 10; number += 1) yield { number, input: [], digest: 'one' };
      },
      ms: () => 1000,
    });
    expect(asked).toEqual([1]);
    expect([...answers.values()]).toEqual(Array(10).fill(notFound));
  });

  test('share a second request if the response to the first request is lost', async () => {
    const service: Service = (row) => (row === 1 ? lostPost : answered);
    const { answers, times } = await run(service, {
      rows: 3,
      source: async function* () {
        for (const number of [1, 2, 3]) yield { number, input: [], digest: 'one' };
      },
    });
    expect([times(1), times(2), times(3)]).toEqual([1, 1, 0]);
    expect(answers.get(1)).toEqual(trouble);
    expect(answers.get(2)).toEqual(found);
    expect(answers.get(3)).toEqual({ ...found, cost: 0 });
  });
});

test('a batch reports each row whose request is sent again after a lost response', async () => {
  const { again } = await run((_, time) => (time === 1 ? lostGet : answered), { rows: 3 });
  expect(again).toEqual([1, 2, 3]);
});

describe('unlessAborted', () => {
  const never = new Promise<string>(() => {});

  test("resolves to the promise's value, and removes its listener from the signal", async () => {
    const { signal } = new AbortController();
    const value = unlessAborted(Promise.resolve('value'), signal);
    expect(getEventListeners(signal, 'abort')).toHaveLength(1);
    expect(await value).toBe('value');
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
  });

  test('resolves to undefined when the signal aborts', async () => {
    const stopper = new AbortController();
    const value = unlessAborted(never, stopper.signal);
    stopper.abort();
    expect(await value).toBeUndefined();
  });

  test('resolves to undefined if the signal is already aborted', async () => {
    expect(await unlessAborted(never, AbortSignal.abort())).toBeUndefined();
  });

  test('rejects if the promise rejects', async () => {
    const { signal } = new AbortController();
    await expect(unlessAborted(Promise.reject(new Error('broke')), signal)).rejects.toThrow(
      'broke',
    );
  });
});
