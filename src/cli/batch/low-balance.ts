// Before a batch that costs more than the key's balance: asks a person, warns a script.
import { WaypostError } from '../../lib/errors';
import type { Context } from '../context';
import { balanceOf } from '../lookup-key';
import { confirmYes } from '../ui/confirm';
import { counted, grouped } from '../ui/figures';
import { estimateOf } from './dry-run';
import type { BatchSetting } from './setting';

/**
 * Whether the batch may begin. If the balance is known and too low, an interactive run asks; another one
 * warns and continues, because its answers are kept. Standard input is not read beforehand.
 */
export async function mayContinue(context: Context, setting: BatchSetting): Promise<boolean> {
  const { operation, key, resolved, source } = setting;
  const { size } = source;
  if (!operation.billed || size === undefined) return true;
  const left = (await balanceOf(key, resolved, context.world.interrupted))?.left;
  context.world.interrupted.throwIfAborted();
  // A row takes at least a byte.
  if (left === undefined || left >= size) return true;
  const counts = await estimateOf(setting).catch((error: unknown) => {
    // The batch itself reports errors of the input, after it has answered the rows before.
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
