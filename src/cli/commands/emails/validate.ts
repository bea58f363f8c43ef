// `waypost emails validate`: whether mail arrives at an address.
import { emailValidate } from '../../../client/validations';
import type { BatchOptions } from '../../batch/options';
import type { Context } from '../../context';
import { ownLookupHints } from '../../hints/table';
import { runLookup } from '../../lookup';
import { emailView } from './shared/text';

/** Runs the command. */
export async function run(context: Context, options: BatchOptions, email?: string): Promise<void> {
  const hints = ownLookupHints['emails validate'];
  await runLookup(
    context,
    {
      operation: emailValidate,
      view: emailView,
      columns: ['result', 'deliverable', 'disposable', 'free', 'role', 'catchall', 'suggestions'],
      hints,
    },
    { email },
    options,
  );
}
