// Before a batch that the balance of the key cannot pay for: a person is asked, a script is told.
import { WaypostError } from '../../lib/errors';
import type { Context } from '../context';
import { balanceOf } from '../lookup-key';
import { confirmYes } from '../ui/confirm';
import { counted, grouped } from '../ui/figures';
import { estimateOf } from './dry-run';
import type { BatchSetting } from './setting';

/**
 * Whether the batch may begin. Where the balance is known and too low, an interactive run asks; another
 * says so and continues, because what it answers is kept. Standard input is not looked at beforehand.
 */
export async function mayContinue(context: Context, setting: BatchSetting): Promise<boolean> {
  const { operation, key, resolved, source } = setting;
  const { size } = source;
  if (!operation.billed || size === undefined) return true;
  const left = (await balanceOf(key, resolved, context.world.interrupted))?.left;
  context.world.interrupted.throwIfAborted();
  // A row takes a byte at least.
  if (left === undefined || left >= size) return true;
  const counts = await estimateOf(setting).catch((error: unknown) => {
    // The batch itself meets what is wrong with the input, and answers the rows before it.
    if (error instanceof WaypostError) return undefined;
    throw error;
  });
  if (counts === undefined || counts.lookups <= left) return true;
  const { rows, lookups } = counts;
  const text = `The key has ${counted(left, 'lookup')} left, and these ${grouped(rows)} rows need up to ${grouped(lookups)}.`;
  if (context.interactive) {
    if (await confirmYes(context, text, `${text} Begin all the same?`)) return true;
    await context.output.note(() => 'Nothing was looked up.');
    return false;
  }
  if (context.output.json) {
    const event = { event: 'balance_too_low', rows, lookups, lookups_remaining: left };
    context.output.event(event);
  } else await context.output.warn(text);
  return true;
}
