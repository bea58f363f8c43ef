// What a file would cost, without anything being sent that is billed: shown by --dry-run, and asked about before a
// batch that the balance of the key cannot pay for.
import { type Estimate, estimate, secondsFor } from '../../batch/estimate';
import { peekResumeState } from '../../batch/open-target';
import { ResumeState } from '../../batch/resume-state';
import { WaypostError } from '../../lib/errors';
import { topUpHint } from '../hints/by-api-code';
import { oneLine } from '../output/printable';
import { durationText } from '../output/progress';
import { counted, grouped } from '../output/words';
import { confirmYes } from '../prompts/confirm';
import type { Context } from '../run/context';
import { type Balance, balanceOf } from '../run/lookup';
import type { BatchJob } from './plan';

async function estimateOf(job: BatchJob): Promise<Estimate> {
  const { head, rows } = await job.open();
  const resumed = job.plan.resume
    ? await peekResumeState(job.path, head, job.operation.outcome)
    : new ResumeState();
  return estimate({ ...job, rows, resumed });
}

export async function showEstimate(context: Context, job: BatchJob): Promise<void> {
  const { operation, rate, key, resolved } = job;
  const counts = await estimateOf(job);
  const balance = await balanceOf(key, resolved, context.system.interrupted);
  const { rows, invalid, distinct, cached, lookups, requests } = counts;
  const seconds = secondsFor(requests, rate, operation);
  await context.output.result(
    {
      ...{ rows, invalid: invalid.length, invalid_rows: invalid, distinct, cached, lookups },
      ...{ seconds: seconds ?? null, lookups_remaining: balance?.left ?? null },
    },
    () => {
      const topUp = context.inProfile(topUpHint(resolved, context.options));
      return [...estimateLines(counts, seconds), ...balanceLines(counts, balance, topUp)].join(
        '\n',
      );
    },
  );
}

/** More invalid rows are only in --json. */
const maxInvalid = 10;

function estimateLines({ rows, invalid, distinct, cached, lookups }: Estimate, seconds?: number) {
  const more = invalid.length - maxInvalid;
  const time = seconds === undefined ? '' : ` and take about ${durationText(seconds * 1000)}`;
  return [
    `${counted(rows, 'row')}: ${grouped(rows - invalid.length)} valid, ${counted(distinct, 'distinct value')}, ${grouped(cached)} of them in the cache, ${grouped(invalid.length)} invalid${invalid.length === 0 ? '.' : ':'}`,
    ...invalid
      .slice(0, maxInvalid)
      .map(({ row, error }) => `  Row ${grouped(row)}: ${oneLine(error.message)}`),
    ...(more > 0 ? [`  and ${counted(more, 'row')} more; --json has them all.`] : []),
    `The run would cost at most ${counted(lookups, 'lookup')}${time}.`,
  ];
}

function balanceLines(
  { lookups }: Estimate,
  balance: Balance | undefined,
  topUp: string,
): string[] {
  if (balance === undefined) {
    return ['What is left is not known without the management key (--management-key).'];
  }
  const { left, limits } = balance;
  const lines = limits.map(({ name, limit, consumed }) => {
    const used = consumed === undefined ? '' : `, ${grouped(consumed)} used`;
    return `The ${name} limit is ${grouped(limit)}${used}.`;
  });
  if (left === undefined) return lines;
  const enough = lookups > left ? `, which is ${grouped(lookups - left)} too few` : '';
  return [
    `The key has ${counted(left, 'lookup')} left${enough}.`,
    ...lines,
    ...(lookups > left ? [`${topUp}.`] : []),
  ];
}

/**
 * Whether the batch may begin. If the balance is known and too low, an interactive run asks; another one
 * warns and continues, because its answers are kept. Standard input is not read beforehand.
 */
export async function mayContinue(context: Context, job: BatchJob): Promise<boolean> {
  const { plan, operation, key, resolved, source } = job;
  const { size } = source;
  if (!operation.endpoint.billed || size === undefined) return true;
  const left = (await balanceOf(key, resolved, context.system.interrupted))?.left;
  context.system.interrupted.throwIfAborted();
  // A row takes at least a byte.
  if (left === undefined || left >= size) return true;
  const counts = await estimateOf(job).catch((error: unknown) => {
    // The batch itself reports errors of the input, after it has answered the rows before.
    if (error instanceof WaypostError) return undefined;
    throw error;
  });
  if (counts === undefined || counts.lookups <= left) return true;
  const { rows, lookups } = counts;
  const text = `The key has ${counted(left, 'lookup')} left, and these ${grouped(rows)} rows need up to ${grouped(lookups)}.`;
  if (context.interactive) {
    const question = `${text} ${plan.resume ? 'Resume' : 'Begin'} all the same?`;
    if (await confirmYes(context, text, question)) return true;
    await context.output.note(() => 'Nothing was looked up.');
    return false;
  }
  if (context.output.json) {
    const event = { event: 'balance_too_low', rows, lookups, lookups_remaining: left };
    context.output.event(event);
  } else await context.output.warn(text);
  return true;
}
