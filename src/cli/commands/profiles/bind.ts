// `waypost profiles bind`: the profile for a directory and its subdirectories.

import { profilesPath } from '../../../client/credentials/directories';
import { changeProfileRules } from '../../../client/credentials/store';
import type { Context } from '../../context';
import { sanitizeLine } from '../../ui/sanitize';
import { checkedName, hasLogin } from '../auth/shared/known-profile';
import { realDirectory } from './shared/real-directory';

/** Runs the command. */
export async function run(
  context: Context,
  _options: object,
  named: string,
  profileName: string,
): Promise<void> {
  const { output, world } = context;
  const profile = checkedName(profileName);
  const directory = realDirectory(named);
  const path = profilesPath(world);
  await changeProfileRules(path, world, ({ bindings }) => ({
    bindings: new Map([...bindings, [directory, profile]]),
  }));
  await output.result(
    { success: true, directory, profile, config_path: path },
    (colour) =>
      `${colour.green('Bound')} ${sanitizeLine(directory)} to the profile ${profile}, with all its subdirectories.`,
  );
  if (!hasLogin(context, profile)) {
    await output.warn(
      `The profile ${profile} has no login yet: waypost auth login --profile ${profile}`,
    );
  }
}
