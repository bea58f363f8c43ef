// Asks before a change that cannot be undone: the name must be typed; scripts use --yes.
import { interruptedStatus } from '../../lib/error-codes';
import { invalidInput } from '../../lib/errors';
import { oneLine } from '../output/printable';
import type { Context } from '../run/context';

/**
 * Returns when the person typed the name. `consequence` is a sentence about what will happen. Throws
 * `invalid_input` if nobody can be asked, or something else was typed.
 */
export async function confirmByName(
  context: Context,
  name: string,
  consequence: string,
): Promise<void> {
  requireSomebody(context, consequence);
  const text = oneLine(name);
  await context.output.note((color) => [color.yellow(consequence)]);
  const { askText } = await context.output.prompts();
  if ((await askText(`Type ${text} to confirm:`)) === text) return;
  throw invalidInput('What was typed is not the name. Nothing was changed.');
}

/** Whether the person agrees; throws `invalid_input` if nobody can be asked. */
export async function confirmYes(
  context: Context,
  consequence: string,
  question: string,
): Promise<boolean> {
  requireSomebody(context, consequence);
  const { askYes } = await context.output.prompts();
  return askYes(question);
}

/** Throws `invalid_input`, which says what would happen to what, if nobody can be asked. */
function requireSomebody(context: Context, consequence: string): void {
  if (context.interactive) return;
  throw invalidInput(`Nothing was changed. ${oneLine(consequence)}`, 'Confirm with --yes.');
}

/** Whether the person agrees to replace the stored login. For interactive runs. */
export async function confirmReplacement(context: Context): Promise<boolean> {
  const { askYes } = await context.output.prompts();
  const path = context.credentialsPath;
  return askYes(`A login is stored already in ${path}. Replace it?`);
}

/** Ends a run that the person declined: no error, but the status of a cancelled prompt. */
export async function declined(
  context: Context,
  hint = 'To keep both logins, add --profile <name> to the command.',
): Promise<void> {
  await context.output.note(() => `Nothing was changed. ${hint}`.trimEnd());
  context.exitStatus = interruptedStatus;
}
