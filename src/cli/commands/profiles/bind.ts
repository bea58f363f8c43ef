// `waypost profiles bind`: the profile for a directory and its subdirectories.

import {
  defaultProfile,
  isProfileName,
  profileNamed,
  profilesPath,
} from '../../../client/credentials/directories';
import { changeProfileRules } from '../../../client/credentials/store';
import { isDirectory } from '../../../lib/directory';
import type { Context } from '../../run/context';
import { hasLogin } from '../../run/logins';
import { realDirectory } from './shared/real-directory';

/** Runs the command. */
export async function run(
  context: Context,
  _options: object,
  first: string,
  second: string,
): Promise<void> {
  const { output, world } = context;
  const [named, profileName] = isSwapped(first, second) ? [second, first] : [first, second];
  const profile = profileNamed(profileName);
  const directory = realDirectory(named);
  const path = profilesPath(world);
  await changeProfileRules(path, world, ({ bindings }) => ({
    bindings: new Map([...bindings, [directory, profile]]),
  }));
  const login = profile === undefined ? 'login without a profile' : `profile ${profile}`;
  await output.result(
    { success: true, directory, profile: profile ?? null, config_path: path },
    (colour) =>
      `${colour.green('Bound')} ${directory} to the ${login}, with all its subdirectories.`,
  );
  if (!hasLogin(context, profile)) {
    await output.warn(
      profile === undefined
        ? 'There is no login without a profile yet: `waypost auth login --profile default` stores one.'
        : `The profile ${profile} has no login yet: \`waypost auth login --profile ${profile}\` stores one.`,
    );
  }
}

/** Whether the profile comes first. Where both words could be either, the directory does. */
function isSwapped(first: string, second: string): boolean {
  if (isDirectory(first)) return false;
  return isDirectory(second) || (isName(first) && !isName(second));
}

function isName(text: string): boolean {
  return isProfileName(text) || text === defaultProfile;
}
