// Following the log, with a simulated clock.
import { describe, expect, test } from 'vitest';
import { followLog } from '../../src/export/follow';

const start = Date.UTC(2026, 0, 1);

/** Follows a log that has these rows at each poll. Returns the output and the polls. */
async function followed(polls: (string[] | Error)[]) {
  const stopper = new AbortController();
  const asked: number[] = [];
  const waits: number[] = [];
  const failures: unknown[] = [];
  let out = '';
  const end = new Error('enough');
  const run = followLog({
    seen: { from: start, rows: new Map() },
    signal: stopper.signal,
    clock: {
      now: () => start,
      sleep: async (ms) => {
        waits.push(ms);
        if (asked.length === polls.length) throw end;
      },
    },
    poll: async (from, consumer) => {
      const rows = polls[asked.length] ?? [];
      asked.push(from);
      consumer.begin();
      if (rows instanceof Error) throw rows;
      const fresh = rows.filter((row) => Date.parse(JSON.parse(row).timestamp) >= from);
      // An interrupted window starts again. No row must be written twice.
      consumer.chunk(Buffer.from('half a row'));
      consumer.begin();
      consumer.chunk(Buffer.from(fresh.join('')));
    },
    emit: async (rows) => {
      out += rows;
    },
    onFailure: async (error) => {
      failures.push(error);
    },
  });
  await expect(run).rejects.toBe(end);
  return { out, asked, waits, failures };
}

/** A row of the log as NDJSON. */
function row(time: number, name: string): string {
  const timestamp = new Date(time).toISOString();
  return `${JSON.stringify({ timestamp, search_term: name })}\n`;
}

const a = row(start + 1, 'a');
const b = row(start + 1, 'b');
const c = row(start + 5, 'c');

describe('followLog', () => {
  test('writes each log entry only once', async () => {
    const { out, asked, waits } = await followed([[], [a], [a, b], [a, b, c], [a, b, c]]);
    expect(out).toBe(a + b + c);
    expect(asked).toEqual([start, start, start + 1, start + 1, start + 5]);
    expect(waits).toEqual(Array(5).fill(2_000));
  });

  test('writes identical log entries as often as the log contains them', async () => {
    const { out } = await followed([[a], [a, a], [a, a, a, b], [a, a, a, b]]);
    expect(out).toBe(a + a + a + b);
  });

  test('requests the log again from the start time of a failed poll', async () => {
    const failure = new Error('away');
    const { out, asked, failures } = await followed([[a], failure, [a, b]]);
    expect(out).toBe(a + b);
    expect(asked).toEqual([start, start + 1, start + 1]);
    expect(failures).toEqual([failure]);
  });
});
