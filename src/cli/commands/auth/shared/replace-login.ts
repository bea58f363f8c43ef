// A stored login is replaced only after a yes. Shared with `waypost signup`, which stores one too.
import { interruptedStatus } from '../../../../lib/errors';
import type { Context } from '../../../context';
import { sanitizeLine } from '../../../ui/sanitize';

/** Whether the person agrees to replace the stored login. For interactive runs. */
export async function confirmReplacement(context: Context): Promise<boolean> {
  const { askYes } = await context.output.prompts();
  const path = sanitizeLine(context.credentialsPath);
  return askYes(`A login is stored already in ${path}. Replace it?`);
}

/** Ends a run that the person declined: no error, but the status of a cancelled prompt. */
export async function declined(
  context: Context,
  advice = 'To keep both logins, add --profile <name> to the command.',
): Promise<void> {
  await context.output.note(() => `Nothing was changed. ${advice}`.trimEnd());
  context.exitStatus = interruptedStatus;
}
