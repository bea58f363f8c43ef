// `waypost licensees delete`: cancels a licensee for good, after its name was typed.
import type { Command } from 'commander';
import { deleteLicensee } from '../../../client/licensees';
import type { Act } from '../../command';
import type { Context } from '../../context';
import { addForGoodOptions, changeForGood, type ForGoodOptions } from './shared/for-good';

const help = `
Example:
  waypost licensees delete 12 --yes

Output (--json): the service's answer, {"deleted": 1}
Errors: invalid_input (2) where nobody can be asked and --yes is missing, or another name was typed;
        api_error (1) with code 4045 where there is no such licensee`;

export function register(command: Command, act: Act): void {
  addForGoodOptions(command)
    .description('Cancel a licensee of the key in use (or of --api-key). Its key stops at once.')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, options: ForGoodOptions, licensee: string): Promise<void> {
  const result = await changeForGood(context, options, licensee, {
    consequence: 'Deleting cancels the licensee for good, and its key stops at once.',
    inDoubt: '`waypost licensees get` shows whether it is still there.',
    change: deleteLicensee,
  });
  await context.output.result(
    result,
    (colour) =>
      `${colour.green('Deleted.')} The licensee is cancelled and its key no longer works.`,
  );
}
