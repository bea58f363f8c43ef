// What a batch tells at its end: a summary, or why it stopped and how to go on.
import { invalidInput, WaypostError } from '../../contract/errors';
import type { LookupOperation } from '../../service/lookup';
import { counted, grouped } from '../../terminal/figures';
import type { Tally } from '../../transfer/batch/earlier';
import type { Ending } from '../../transfer/batch/run';
import type { Context } from '../context';
import { withLookupSteps } from '../lookup-steps';
import type { NextSteps } from '../next-step';
import type { BatchPlan } from './options';
import { discard, type OpenedTarget } from './target';

/** A batch that ended. */
export interface Ended {
  plan: BatchPlan;
  tally: Tally;
  ending: Ending;
  opened: OpenedTarget;
  /** Requests whose answer was lost. */
  lost: number;
  operation: LookupOperation;
  steps: NextSteps;
}

/** Shows the summary. Throws what ended the batch before its last row. */
export async function report(context: Context, ended: Ended): Promise<void> {
  const { plan, ending, opened, operation, steps } = ended;
  const summary = summaryOf(ended);
  if (ending === undefined) {
    if (plan.output === undefined) return noteSummary(context, summary);
    return context.output.result(
      {
        success: true,
        path: opened.file?.partial.target,
        ...summary,
        bytes: opened.file?.target.bytes,
      },
      () => `${sentence(summary)} Wrote ${opened.file?.partial.target}.`,
    );
  }
  const how = howToGoOn(ended);
  if (summary.rows === 0 && opened.file !== undefined) discard(opened.file.partial);
  if (ending === 'brake') {
    throw invalidInput(
      `Stopped at --max-lookups ${plan.maxLookups}: more rows are left.`,
      how,
      summary,
    );
  }
  const { error } = ending;
  if (context.world.interrupted.aborted) {
    if (context.output.json) context.output.event({ event: 'interrupted', ...summary });
    else await context.output.note(() => `Interrupted: ${how}`);
    throw error;
  }
  await withLookupSteps(operation, steps, () => Promise.reject(error)).catch((shown: unknown) => {
    if (!(shown instanceof WaypostError)) throw shown;
    const hint = shown.hint === undefined ? how : `${shown.hint} ${how}`;
    throw shown.with({ hint, details: shown.details ?? summary });
  });
}

/** Figures of a batch, for scripts. */
interface Summary {
  /** Rows answered, earlier runs included. */
  rows: number;
  succeeded: number;
  failed: number;
  /** Lookups consumed. */
  lookups: number;
  /** Requests whose answer never came; each may have consumed a lookup besides. */
  in_doubt: number;
}

function summaryOf({ tally, opened, lost }: Ended): Summary {
  const { succeeded, failed, lookups } = tally;
  return {
    rows: succeeded + failed,
    succeeded,
    failed,
    lookups,
    in_doubt: opened.earlier.inDoubt + lost,
  };
}

async function noteSummary(context: Context, summary: Summary): Promise<void> {
  if (context.output.json) context.output.event({ event: 'summary', ...summary });
  else await context.output.note(() => sentence(summary));
}

function sentence({ rows, failed, lookups, in_doubt }: Summary): string {
  const failures = failed === 0 ? '' : `, ${grouped(failed)} of them with an error`;
  const doubt =
    in_doubt === 0
      ? ''
      : ` ${counted(in_doubt, 'request')} went out whose answer was lost; each may have been billed besides.`;
  return `${counted(rows, 'row')} answered${failures}; ${counted(lookups, 'lookup')} consumed.${doubt}`;
}

function howToGoOn(ended: Ended): string {
  const { opened } = ended;
  const summary = summaryOf(ended);
  if (opened.file === undefined) {
    return `${counted(summary.rows, 'row')} were answered and written. With -o, a batch can be gone on with.`;
  }
  if (summary.rows === 0) return 'Nothing was answered yet.';
  return `${sentence(summary)} They are kept in ${opened.file.partial.data}. Go on with the same command and --resume.`;
}
