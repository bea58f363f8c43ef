// Asks before a change that cannot be undone: the name must be typed; scripts use --yes.
import { interruptedStatus } from '../../lib/error-codes';
import { invalidInput } from '../../lib/errors';
import type { Output } from '../output/output';
import { oneLine } from '../output/printable';

interface ConfirmDependencies {
  output: Output;
  settings: InteractiveSetting;
}

/** Whether a person can be asked. */
interface InteractiveSetting {
  interactive: boolean;
}

/**
 * Returns when the person typed the name. `consequence` is a sentence about what will happen. Throws
 * `invalid_input` if nobody can be asked, or something else was typed.
 */
export async function confirmByName(
  { output, settings }: ConfirmDependencies,
  name: string,
  consequence: string,
): Promise<void> {
  requireSomebody(settings, consequence);
  const text = oneLine(name);
  await output.note((color) => [color.yellow(consequence)]);
  const { askText } = await output.prompts();
  if ((await askText(`Type ${text} to confirm:`)) === text) return;
  throw invalidInput('The typed text is not the name. Nothing was changed.');
}

/** Whether the person agrees; throws `invalid_input` if nobody can be asked. */
export async function confirmYes(
  { output, settings }: ConfirmDependencies,
  consequence: string,
  question: string,
): Promise<boolean> {
  requireSomebody(settings, consequence);
  const { askYes } = await output.prompts();
  return askYes(question);
}

/** Throws `invalid_input`, which says what would happen to what, if nobody can be asked. */
function requireSomebody({ interactive }: InteractiveSetting, consequence: string): void {
  if (interactive) return;
  throw invalidInput(`Nothing was changed. ${oneLine(consequence)}`, 'Confirm with --yes.');
}

/** Whether the person agrees to replace the login that is stored in `path`. For interactive runs. */
export async function confirmReplacement(output: Output, path: string): Promise<boolean> {
  const { askYes } = await output.prompts();
  return askYes(`A login is already stored in ${path}. Replace it?`);
}

/** Tells that nothing was changed, because the person declined. Returns the exit status of a cancelled prompt. */
export async function declined(
  output: Output,
  hint = 'To keep both logins, add --profile <name> to the command.',
): Promise<number> {
  await output.note(() => `Nothing was changed. ${hint}`.trimEnd());
  return interruptedStatus;
}
