// `waypost auth remove`: removes a profile with its login; the keys themselves stay valid.
import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { credentialsPath, profilesPath } from '../../../client/credentials/directories';
import { readProfileRules } from '../../../client/credentials/profiles';
import { changeProfileRules, removeCredentials } from '../../../client/credentials/store';
import { shellWord } from '../../../lib/shell-word';
import type { Context } from '../../context';
import { confirmYes } from '../../ui/confirm';
import { sanitizeLine } from '../../ui/sanitize';
import { knownProfile } from './shared/known-profile';
import { declined } from './shared/replace-login';

interface Options {
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { yes }: Options, named: string): Promise<void> {
  const { output, world } = context;
  const profile = knownProfile(context, named);
  const rulesPath = profilesPath(world);
  // Read before anything is removed: a file that cannot be parsed ends the run here.
  const rules = readProfileRules(rulesPath);
  const consequence = `The login of the profile ${profile} is removed from this machine. Its keys stay valid.`;
  const question = `${consequence} Remove it?`;
  if (!yes && !(await confirmYes(context, consequence, question))) return declined(context, '');

  const path = credentialsPath(world, profile);
  const removed = await removeCredentials(path, world);
  removeIfEmpty(dirname(path));
  const wasCurrent = rules.current === profile;
  if (wasCurrent) await changeProfileRules(rulesPath, world, () => ({ current: undefined }));

  const value = { success: true, profile, removed: removed.length > 0, was_current: wasCurrent };
  await output.result(value, (colour) =>
    [
      `${colour.green('Removed')} the profile ${profile}.`,
      ...removed.map((file) => `Removed ${sanitizeLine(file)}`),
      ...(wasCurrent ? ['It was the current one: the login without a profile is used again.'] : []),
      'Its keys stay valid at the service; to stop one, delete it there.',
    ].join('\n'),
  );
  // The directory stays bound: otherwise another account would be used there without notice.
  for (const [directory, bound] of rules.bindings) {
    if (bound !== profile) continue;
    await output.warn(
      `${sanitizeLine(directory)} is still bound to ${profile}. To end that: waypost profiles unbind ${shellWord(directory)}`,
    );
  }
}

/** Other files in the directory of a profile were not written by a login, and are kept. */
function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It is not empty, or another process removed it.
  }
}
