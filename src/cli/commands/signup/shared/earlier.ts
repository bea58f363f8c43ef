// What an earlier run has left: a login that must not be overwritten unasked, or a sign-up to resume.
import { readCredentialsFile } from '../../../../client/credentials/read';
import { loginStored } from '../../../../client/credentials/store';
import { isClaimed, type Pending, readPending } from '../../../../client/signup/pending';
import { invalidInput } from '../../../../lib/errors';
import type { Context } from '../../../context';
import { sanitizeLine } from '../../../ui/sanitize';
import { confirmReplacement } from '../../auth/shared/replace-login';

/**
 * Whether a stored login may go: --force, or a yes; undefined where the person said no. One with the very
 * key that this sign-up has claimed is no other login. Throws `invalid_input` where nobody can be asked.
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
 * The sign-up to resume: with --resume the one that was left, else none, and then a left one is in
 * the way: it may have been completed in the browser, so it only makes room on demand.
 */
export async function pendingToResume(
  context: Context,
  path: string,
  { resume, force }: { resume?: boolean; force?: boolean },
): Promise<Pending | undefined> {
  const left = readPending(path);
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
      `A sign-up begun ${left.started_at} is not completed.`,
      'Resume it with `waypost signup --resume`, or begin another with --force.',
    );
  }
  const { askYes } = await context.output.prompts();
  const question = `A sign-up begun ${sanitizeLine(left.started_at)} is not completed. Resume it?`;
  return (await askYes(question)) ? left : undefined;
}
