// `waypost auth remove`: removes a profile with its login; the keys themselves stay valid.
import { rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { credentialsPath, profilesPath } from '../../../client/credentials/directories';
import { readProfileRules } from '../../../client/credentials/profiles';
import { changeProfileRules, removeCredentials } from '../../../client/credentials/store';
import { invalidInput } from '../../../lib/errors';
import { confirmYes } from '../../prompts/confirm';
import type { Context } from '../../run/context';
import { hasLogin, knownProfile } from './shared/known-profile';
import { declined } from './shared/replace-login';

interface Options {
  yes?: boolean;
}

/** Runs the command. */
export async function run(context: Context, { yes }: Options, named: string): Promise<void> {
  const { output, world } = context;
  const profile = knownProfile(context, named);
  const login = profile === undefined ? 'login without a profile' : `profile ${profile}`;
  if (!hasLogin(context, profile)) {
    throw invalidInput(`There is no ${login}.`, '`waypost auth list` shows the logins.');
  }
  const rulesPath = profilesPath(world);
  // Read before anything is removed: a file that cannot be parsed ends the run here.
  const rules = readProfileRules(rulesPath);
  const unbound = [...rules.bindings].flatMap(([bound, to]) => (to === profile ? bound : []));
  const consequence = [
    `The ${profile === undefined ? login : `login of the ${login}`} is removed from this machine. Its keys stay valid.`,
    ...(unbound.length === 0
      ? []
      : [`No longer bound to it, and then with another login: ${unbound.join(', ')}.`]),
  ].join(' ');
  if (!yes && !(await confirmYes(context, consequence, `${consequence} Remove it?`))) {
    return declined(context, '');
  }

  const path = credentialsPath(world, profile);
  const removed = await removeCredentials(path, world);
  if (profile !== undefined) removeIfEmpty(dirname(path));
  const wasCurrent = profile !== undefined && rules.current === profile;
  if (wasCurrent || unbound.length > 0) {
    await changeProfileRules(rulesPath, world, ({ current, bindings }) => ({
      current: current === profile ? undefined : current,
      bindings: new Map([...bindings].filter(([, to]) => to !== profile)),
    }));
  }

  const value = {
    success: true,
    profile: profile ?? null,
    removed: removed.length > 0,
    was_current: wasCurrent,
    unbound,
  };
  await output.result(value, (colour) =>
    [
      `${colour.green('Removed')} the ${login}.`,
      ...removed.map((file) => `Removed ${file}`),
      ...unbound.map((directory) => `Unbound ${directory}`),
      ...(wasCurrent ? ['It was the current one: the login without a profile is used again.'] : []),
      'Its keys stay valid at the service; to stop one, delete it there.',
    ].join('\n'),
  );
}

/** Other files in the directory of a profile were not written by a login, and are kept. */
function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // It is not empty, or another process removed it.
  }
}
