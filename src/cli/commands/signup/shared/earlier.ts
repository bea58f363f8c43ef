// What an earlier run has left: a login that must not be overwritten unasked, or a sign-up to go on with.
import { readCredentialsFile } from '../../../../client/credentials/read';
import { loginStored } from '../../../../client/credentials/store';
import { isClaimed, type Pending, readPending } from '../../../../client/signup/pending';
import { invalidInput } from '../../../../lib/errors';
import type { Context } from '../../../context';
import { sanitizeLine } from '../../../ui/sanitize';

/**
 * Whether a stored login may go: --force, or a yes. Throws `invalid_input` where one is stored that may
 * not; one with the very key that this sign-up has claimed is no other login.
 */
export async function mayReplaceLogin(
  context: Context,
  left: Pending | undefined,
  force: boolean,
): Promise<boolean> {
  const path = context.credentialsPath;
  const stored = readCredentialsFile(path)?.credentials;
  if (stored === undefined || force) return force;
  if (stored.apiKey === left?.credentials?.test_api_key) return false;
  if (!context.interactive) throw loginStored(path);
  const { askYes } = await context.output.prompts();
  if (await askYes(`A login is stored already in ${sanitizeLine(path)}. Replace it?`)) return true;
  throw loginStored(path);
}

/**
 * The sign-up to go on with: with --resume the one that was left, else none, and then a left one is in
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
    throw invalidInput('There is no sign-up to go on with.', 'Begin one with `waypost signup`.');
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
      'Go on with `waypost signup --resume`, or begin another with --force.',
    );
  }
  const { askYes } = await context.output.prompts();
  const question = `A sign-up begun ${sanitizeLine(left.started_at)} is not completed. Go on with it?`;
  return (await askYes(question)) ? left : undefined;
}
