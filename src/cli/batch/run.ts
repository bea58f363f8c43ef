// A lookup for every row of a file: reads, asks within the service's limits, and writes what came back in
// the order of the rows. What was paid for survives whatever ends the run.
import { type Asker, askFor } from '../../batch/ask';
import { rowReader } from '../../batch/columns';
import { openInput } from '../../batch/input';
import { Pace } from '../../client/http/rate-limiter';
import { type Fields, given, type LookupOperation } from '../../client/lookup';
import { unlessAborted } from '../../lib/unless-aborted';
import type { Context } from '../context';
import type { Hints } from '../hints/table';
import { lookupKey, lookupsLeft } from '../lookup';
import { answerAll } from './answer-all';
import { answerText } from './answer-text';
import { identityOf } from './identity';
import { type BatchOptions, batchPlan, perSecond } from './options';
import { report } from './report';
import { Source } from './source';
import { openTarget } from './target';

/** What a batch needs to know of its command. */
export interface BatchCommand {
  operation: LookupOperation;
  /** Members of the result that are columns of CSV unless --fields names others. */
  columns: readonly string[];
  hints?: Hints;
}

/** Most rows under way at once. */
const mostAtOnce = 32;

/** Runs a batch. `fixed` are parameters that are the same for every row. */
export async function runLookups(
  context: Context,
  { operation, columns, hints = {} }: BatchCommand,
  fixed: Fields,
  options: BatchOptions,
): Promise<void> {
  const plan = batchPlan(options, context.output.json);
  if (plan.output === undefined) context.output.dataStream();
  const { clock, interrupted } = context.world;

  const resolved = await context.resolve();
  const rate = perSecond(options.rate, resolved.baseUrl);
  const atOnce = Math.min(rate, mostAtOnce);
  const pace = new Pace(clock, rate);
  // Answers that are under way are waited for, whatever else ends: nothing interrupts them.
  const traffic = { gate: pace, connections: atOnce, interrupted: undefined };
  const key = await lookupKey(context, resolved, traffic);

  const source = new Source(context, plan.file);
  const opening = openInput(source.bytes(), {
    format: plan.inputFormat,
    hasHeader: plan.hasHeader,
  });
  const input = await unlessAborted(opening, interrupted);
  if (input === undefined) throw interrupted.reason;
  const read = rowReader(operation, plan.columns, input);

  const opened = await openTarget(context, plan, {
    text: answerText(plan, input, columns),
    head: {
      identity: identityOf(resolved.baseUrl, operation, plan, fixed),
      header: input.header,
    },
  });
  const asker: Asker = {
    key,
    operation,
    fixed,
    fieldsOf: ({ kept }) => filled(read(kept)),
    target: opened.target,
    isRefused: () => pace.refused,
    masked: (text) => context.masked(text),
  };
  try {
    const ending = await answerAll(context, {
      ask: (row) => askFor(asker, row),
      rows: input.rows,
      opened,
      source,
      pace,
      atOnce,
      maxLookups: operation.billed ? plan.maxLookups : Number.POSITIVE_INFINITY,
    });
    const left = () => lookupsLeft(key, resolved);
    await report(context, { plan, ending, opened, operation, hints, left });
  } finally {
    opened.release();
  }
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
