// A lookup for every row of a file: reads, asks within the service's limits, and writes what came back in
// the order of the rows. What was paid for survives whatever ends the run.
import type { Clock } from '../../contract/seams';
import { type Fields, given, type LookupOperation } from '../../service/lookup';
import { Pace } from '../../service/pace';
import { showBatch } from '../../terminal/batch-progress';
import { safeJson } from '../../terminal/sanitize';
import { rowReader } from '../../transfer/batch/columns';
import { count, type Earlier, type Tally } from '../../transfer/batch/earlier';
import { type Input, openInput } from '../../transfer/batch/input';
import type { BatchIdentity } from '../../transfer/batch/journal';
import { rowText } from '../../transfer/batch/output';
import type { InputRow } from '../../transfer/batch/row';
import { type Ending, runBatch } from '../../transfer/batch/run';
import { ReaderGone } from '../../transfer/sink';
import type { Context } from '../context';
import { lookupKey } from '../lookup';
import type { NextSteps } from '../next-step';
import { type Asker, askFor } from './ask';
import { type BatchOptions, type BatchPlan, batchPlan, perSecond } from './options';
import { report } from './report';
import { Source } from './source';
import { type OpenedTarget, openTarget } from './target';

/** What a batch needs to know of its command. */
export interface BatchCommand {
  operation: LookupOperation;
  /** Members of the result that are columns of CSV unless --fields names others. */
  columns: readonly string[];
  steps?: NextSteps;
}

/** Most rows under way at once. */
const mostAtOnce = 32;

/** Runs a batch. `fixed` are parameters that are the same for every row. */
export async function runLookups(
  context: Context,
  { operation, columns, steps = {} }: BatchCommand,
  fixed: Fields,
  options: BatchOptions,
): Promise<void> {
  const plan = batchPlan(options, context.output.json);
  if (plan.output === undefined) context.output.dataStream();
  const resolved = await context.resolve();
  const rate = perSecond(options.rate, resolved.baseUrl);
  const { clock } = context.world;
  const pace = new Pace(clock, rate);
  const key = await lookupKey(context, resolved, {
    gate: pace,
    connections: Math.min(rate, mostAtOnce),
    clock: untilStopped(clock, pace.stopped),
    // Answers that are under way are waited for, whatever else ends.
    interrupted: undefined,
  });
  const source = new Source(context, plan.file);
  const input = await openInput(source.bytes(), {
    format: plan.inputFormat,
    hasHeader: plan.hasHeader,
  });
  const read = rowReader(operation, plan.columns, input);
  const opened = await openTarget(context, plan, {
    text: rowText(plan.format ?? (input.format === 'ndjson' ? 'ndjson' : 'csv'), {
      header: input.format === 'ndjson' ? ['input'] : input.header,
      delimiter: input.delimiter,
      fields: plan.fields ?? columns,
      json: safeJson,
    }),
    head: { identity: identityOf(resolved.baseUrl, operation, plan, fixed), header: input.header },
  });
  const lost = { requests: 0 };
  const asker: Asker = {
    key,
    operation,
    fieldsOf: ({ kept }) => ({ ...fixed, ...filled(read(kept)) }),
    watch: ({ number }) => ({
      sent: () => opened.target.sent(number),
      lost() {
        lost.requests += 1;
        opened.target.lost(number);
      },
    }),
    isRefused: () => pace.refused,
    masked: (text) => context.masked(text),
  };
  try {
    const run = { context, plan, input, source, pace, opened, lost, isBilled: operation.billed };
    const { tally, ending } = await answerAll(run, (row) => askFor(asker, row), rate);
    await report(context, { plan, tally, ending, opened, lost: lost.requests, operation, steps });
  } finally {
    opened.release();
  }
}

/** A run of a batch with everything it works with. */
interface Run {
  context: Context;
  plan: BatchPlan;
  input: Input;
  source: Source;
  pace: Pace;
  opened: OpenedTarget;
  /** Requests of this run whose answer never came. */
  lost: { requests: number };
  isBilled: boolean;
}

async function answerAll(
  { context, plan, input, source, pace, opened, lost, isBilled }: Run,
  ask: Parameters<typeof runBatch>[0]['ask'],
  rate: number,
): Promise<{ tally: Tally; ending: Ending }> {
  const { target, earlier } = opened;
  const { clock, interrupted } = context.world;
  const tally: Tally = { ...earlier.tally };
  const progress = showBatch(context.output, clock.now, () => ({
    ...tally,
    part: source.part,
    heldMs: Math.max(0, pace.heldUntil - clock.now()),
  }));
  try {
    const ending = await runBatch({
      rows: unanswered(input.rows, earlier),
      ask,
      answered: async (row) => {
        await target.answered(row);
        count(tally, row);
      },
      atOnce: Math.min(rate, mostAtOnce),
      // Each row under way, and each whose answer was lost, may cost a lookup.
      mayAsk: (underway) =>
        !isBilled ||
        tally.lookups - earlier.tally.lookups + underway + lost.requests < plan.maxLookups,
      hold: (ms) => pace.hold(ms),
      isHeld: () => pace.heldUntil > clock.now(),
      halt: (reason) => pace.stop(reason),
      stop: interrupted,
    });
    await target.end(ending === undefined);
    return { tally, ending };
  } catch (error) {
    // `… | head` has what it wanted.
    if (error instanceof ReaderGone) return { tally, ending: undefined };
    throw error;
  } finally {
    progress.end();
  }
}

async function* unanswered(
  rows: AsyncIterable<InputRow>,
  earlier: Earlier,
): AsyncGenerator<InputRow, void> {
  let number = 0;
  for await (const row of rows) {
    number = row.number;
    if (!earlier.has(row)) yield row;
  }
  earlier.checkEnd(number);
}

/** What makes the answers what they are. The key does not: who runs out of lookups goes on with another. */
function identityOf(
  { href }: URL,
  { endpoint }: LookupOperation,
  { columns, hasHeader }: BatchPlan,
  fixed: Fields,
): BatchIdentity {
  return {
    service: href,
    operation: `${endpoint.method} ${endpoint.path}`,
    column: columns,
    'first row': hasHeader ? 'header' : 'row',
    parameters: Object.entries(fixed).flatMap(([name, value]) =>
      value === undefined ? [] : `${name}=${value}`,
    ),
  };
}

/** Only what is not blank: a blank cell leaves what is fixed for every row. */
function filled(fields: Fields): Fields {
  return Object.fromEntries(
    Object.keys(fields).flatMap((name) => {
      const value = given(fields, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** A clock whose waits end when nothing more is to be sent. */
function untilStopped(clock: Clock, stopped: AbortSignal): Clock {
  return { now: clock.now, sleep: (ms) => clock.sleep(ms, stopped) };
}
