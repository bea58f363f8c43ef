// `waypost licensees delete`: cancels a licensee for good, after its name was typed.
import type { Command } from 'commander';
import { deleteLicensee } from '../../service/licensees';
import type { Act } from '../command';
import type { Context } from '../context';
import { keepLicensee, managedKey } from '../managed';
import { withNextSteps } from '../next-step';
import { confirmLicensee } from './confirm-licensee';
import { licenseeSteps } from './text';

const help = `
Example:
  waypost licensees delete 12 --yes

Output (--json): the service's answer, {"deleted": 1}
Errors: invalid_input (2) where nobody can be asked and --yes is missing, or another name was typed;
        api_error (1) with code 4045 where there is no such licensee`;

interface Options {
  yes?: boolean;
}

export function register(command: Command, act: Act): void {
  command
    .description('Cancel a licensee of the key in use (or of --api-key). Its key stops at once.')
    .argument('<licensee>', 'id or licensee key')
    .option('--yes', 'do not ask')
    .addHelpText('after', help)
    .action(act(run));
}

async function run(context: Context, { yes }: Options, licensee: string): Promise<void> {
  keepLicensee(context, licensee);
  const key = await managedKey(context);
  const steps = {
    ...licenseeSteps(key),
    inDoubt: '`waypost licensees get` shows whether it is still there.',
  };
  await withNextSteps(steps, async () => {
    if (!yes) {
      const consequence = 'Deleting cancels the licensee for good, and its key stops at once.';
      await confirmLicensee(context, key, licensee, consequence);
    }
    const result = await deleteLicensee(key, licensee);
    await context.output.result(result, (colour) =>
      [colour.green('Deleted.'), 'The licensee is cancelled and its key no longer works.'].join(
        ' ',
      ),
    );
  });
}
