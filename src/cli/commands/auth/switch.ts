// `waypost auth switch`: the profile that is used if no option, environment variable or directory chooses
// one.

import { profilesPath } from '../../../client/credentials/directories';
import { changeProfileRules } from '../../../client/credentials/store';
import { invalidInput } from '../../../lib/errors';
import type { Context } from '../../context';
import { profileText } from '../../hints/profile';
import { sanitizeLine } from '../../ui/sanitize';
import { knownProfile } from './shared/known-profile';

interface Options {
  default?: boolean;
}

/** Runs the command. */
export async function run(context: Context, options: Options, named?: string): Promise<void> {
  if ((named === undefined) !== (options.default === true)) {
    throw invalidInput(
      named === undefined ? 'No profile was named.' : 'Both a profile and --default were given.',
      'Give the name of a profile, or --default for the login without one; `waypost auth list` shows them.',
    );
  }
  const current = named === undefined ? undefined : knownProfile(context, named);
  const { output, world, profileChoice: above } = context;
  const path = profilesPath(world);
  await changeProfileRules(path, world, () => ({ current }));
  const value = { success: true, profile: current ?? null, config_path: path };
  await output.result(value, (colour) =>
    current === undefined
      ? `${colour.green('Switched')} to the login without a profile.`
      : `${colour.green('Switched')} to the profile ${current}.`,
  );
  if (above !== undefined && above.source !== 'current' && above.name !== current) {
    await output.warn(`Here, another overrides it: ${sanitizeLine(profileText(above))}.`);
  }
}
