// A stored login is replaced only after a yes. Shared with `waypost signup`, which stores one too.
import type { StoredCredentials } from '../../../../client/credentials/read';
import type { KeyKind } from '../../../../client/credentials/resolve';
import { interruptedStatus } from '../../../../lib/errors';
import type { Context } from '../../../run/context';

/** Whether a login has a management key. */
export function hasUserToken({ userToken, userTokenCommand }: StoredCredentials): boolean {
  return userToken !== undefined || userTokenCommand !== undefined;
}

/**
 * Whether what is stored may be replaced by the keys and commands of a new login. A person is asked unless these
 * keep every key of it.
 */
export async function mayReplace(
  context: Context,
  before: StoredCredentials | undefined,
  given: Record<KeyKind, string | undefined>,
  commands: Record<KeyKind, readonly string[] | undefined>,
): Promise<boolean> {
  if (before === undefined || !context.interactive) return true;
  const keeps = (kind: KeyKind): boolean =>
    given[kind] === before[kind] &&
    JSON.stringify(commands[kind]) === JSON.stringify(before[`${kind}Command`]);
  const keepsAll = keeps('apiKey') && (keeps('userToken') || !hasUserToken(before));
  return keepsAll || confirmReplacement(context);
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
  advice = 'To keep both logins, add --profile <name> to the command.',
): Promise<void> {
  await context.output.note(() => `Nothing was changed. ${advice}`.trimEnd());
  context.exitStatus = interruptedStatus;
}
