// The remains of an earlier run: a login that must not be replaced without a question, or a sign-up to
// resume.
import { readCredentialsFile } from '../../../../client/credentials/read';
import { loginStored } from '../../../../client/credentials/store';
import { takeRescued } from '../../../../client/signup/keep';
import { isClaimed, type Pending, readPending } from '../../../../client/signup/pending';
import { invalidInput } from '../../../../lib/errors';
import { timeText } from '../../../output/words';
import { confirmReplacement } from '../../../prompts/confirm';
import type { Context } from '../../../run/context';

/**
 * Whether a stored login may be replaced: --force, or a yes; undefined if the person declined. A login with
 * the key that this sign-up claimed is the same login. Throws `invalid_input` if nobody can be asked.
 */
export async function mayReplaceLogin(
  context: Context,
  left: Pending | undefined,
  force: boolean,
): Promise<boolean | undefined> {
  const path = context.credentialsPath;
  const stored = readCredentialsFile(path)?.credentials;
  if (stored === undefined || force) return force;
  const claimed = left?.credentials?.test_api_key;
  if (claimed !== undefined && stored.apiKey === claimed) return false;
  if (!context.interactive) throw loginStored(path);
  return (await confirmReplacement(context)) || undefined;
}

/**
 * The sign-up to resume: with --resume the stored one, else none. Without --resume a stored one prevents a
 * new sign-up: it may have been completed in the browser, so it is removed only on demand.
 */
export async function pendingToResume(
  context: Context,
  path: string,
  { resume, force }: { resume?: boolean; force?: boolean },
): Promise<Pending | undefined> {
  const left = takeRescued(path, readPending(path), context.world.clock.now());
  if (resume) {
    if (left !== undefined) return left;
    throw invalidInput('There is no sign-up to resume.', 'Begin one with `waypost signup`.');
  }
  if (left === undefined) return undefined;
  if (isClaimed(left)) {
    throw invalidInput(
      'A sign-up that was completed before is not stored yet.',
      `Store its keys with \`waypost signup --resume\`. To give them up instead, move ${path} away.`,
      { rescue_path: path },
    );
  }
  if (force) return undefined;
  if (!context.interactive) {
    throw invalidInput(
      `A sign-up begun ${timeText(left.started_at)} is not completed.`,
      'Resume it with `waypost signup --resume`, or begin another with --force.',
    );
  }
  const { askYes } = await context.output.prompts();
  const question = `A sign-up begun ${timeText(left.started_at)} is not completed. Resume it?`;
  return (await askYes(question)) ? left : undefined;
}
