// `waypost licensees delete`: cancels a licensee for good, after the user typed its name.
import { deleteLicensee } from '../../../client/licensees';
import { licenseeInDoubt } from '../../hints/by-api-code';
import type { Context } from '../../run/context';
import { changeForGood, type ForGoodOptions } from './shared/for-good';

/** Runs the command. */
export async function run(
  context: Context,
  options: ForGoodOptions,
  licensee: string,
): Promise<void> {
  const result = await changeForGood(context, options, licensee, {
    consequence: 'Deleting cancels the licensee for good, and its key stops at once.',
    inDoubt: licenseeInDoubt.delete,
    change: deleteLicensee,
  });
  await context.output.result(
    result,
    (colour) =>
      `${colour.green('Deleted.')} The licensee is cancelled and its key no longer works.`,
  );
}
