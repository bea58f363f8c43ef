// `waypost auth switch`: the profile that is used if no option, environment variable or directory chooses
// one.

import { profilesPath } from '../../../client/credentials/directories';
import { changeProfileRules } from '../../../client/credentials/store';
import { invalidInput } from '../../../lib/errors';
import { nameShown, profileText } from '../../hints/profile';
import type { Context } from '../../run/context';
import { knownProfile } from './shared/known-profile';
import { storedLogins } from './shared/logins';

interface Options {
  default?: boolean;
}

const nameOne =
  'Give the name of a profile, or default for the login without one; `waypost auth list` shows them.';

/** Runs the command. */
export async function run(context: Context, options: Options, named?: string): Promise<void> {
  if (named !== undefined && options.default === true) {
    throw invalidInput('Both a profile and --default were given.', nameOne);
  }
  const current = options.default
    ? undefined
    : named === undefined
      ? await chosenProfile(context)
      : knownProfile(context, named);
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
    await output.warn(`Here, another overrides it: ${profileText(above)}.`);
  }
}

/** The profile that a person chooses; undefined for the login without one. Throws `invalid_input` for a script. */
async function chosenProfile(context: Context): Promise<string | undefined> {
  if (!context.interactive) throw invalidInput('No profile was named.', nameOne);
  const logins = storedLogins(context).map(({ login }) => login);
  const choices = logins.map(({ profile, base_url, current }) => ({
    name: `${nameShown(profile)}  ${base_url ?? 'unknown'}${current ? '  in use here' : ''}`,
    value: profile ?? undefined,
  }));
  if (logins.every(({ profile }) => profile === null)) {
    throw invalidInput(
      'No profile has a login.',
      '`waypost auth login --profile <name>` makes a profile.',
    );
  }
  if (logins.every(({ profile }) => profile !== null)) {
    choices.unshift({ name: `${nameShown(undefined)}  no login`, value: undefined });
  }
  const { askChoice } = await context.output.prompts();
  return askChoice('Which profile?', choices);
}
