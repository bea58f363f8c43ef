// Requires a confirmation before a change that cannot be undone. To confirm the change, the user types the object's
// name or answers a question. Scripts use --yes.
import { interruptedStatus } from '../../lib/error-codes';
import { invalidInput } from '../../lib/errors';
import type { Output } from '../output/output';
import { oneLine } from '../output/printable';

interface ConfirmDependencies {
  output: Output;
  settings: InteractiveSetting;
}

/** The setting that states whether waypost can prompt a user. */
interface InteractiveSetting {
  interactive: boolean;
}

/**
 * Asks the user to type the name, and resolves after the user has typed it. `consequence` is a sentence that states the
 * effect of the change. Throws `invalid_input` in a script, or if the typed text does not match the name.
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
  throw invalidInput('The typed text does not match. Nothing was changed.');
}

/** True if the user agrees. Throws `invalid_input` in a script. */
export async function confirmYes(
  { output, settings }: ConfirmDependencies,
  consequence: string,
  question: string,
): Promise<boolean> {
  requireSomebody(settings, consequence);
  const { askYes } = await output.prompts();
  return askYes(question);
}

/** Throws `invalid_input` in a script. The error message contains `consequence`. */
function requireSomebody({ interactive }: InteractiveSetting, consequence: string): void {
  if (interactive) return;
  throw invalidInput(`Nothing was changed. ${oneLine(consequence)}`, 'Confirm with --yes.');
}

/**
 * Asks the user whether to replace the login in `path`. Returns true if the user agrees. Call this function only at a
 * terminal.
 */
export async function confirmReplacement(output: Output, path: string): Promise<boolean> {
  const { askYes } = await output.prompts();
  return askYes(`A login is already stored in ${path}. Replace it?`);
}

/** The hint for a user who declined to replace a login. */
export const keepBothLogins = 'Add --profile <name> to the command to keep both logins.';

/**
 * Prints that nothing was changed. Call this function after the user has declined a change. Returns the exit code for a
 * canceled prompt.
 */
export async function declined(output: Output, hint = ''): Promise<number> {
  await output.note(() => `Nothing was changed. ${hint}`.trimEnd());
  return interruptedStatus;
}
