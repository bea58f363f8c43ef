// `waypost places resolve`: everything about one place.
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../run/context';
import { runLookup } from '../../run/lookup';
import { resolving } from './shared/resolving';

/** Runs the command. */
export async function run(context: Context, options: BatchOptions, id?: string): Promise<void> {
  await runLookup(context, resolving, { id }, options);
}
