// A profile that has to be there already.
import { lstatSync } from 'node:fs';
import { credentialsPath, isProfileName } from '../../../../client/credentials/directories';
import { profileNames } from '../../../../client/credentials/profiles';
import { rejected } from '../../../../client/reasons';
import { invalidInput } from '../../../../lib/errors';
import { appName } from '../../../../lib/identity';
import type { Context } from '../../../context';

/** The name, checked. Throws `invalid_input` for what cannot be one. */
export function checkedName(name: string): string {
  const text = name.trim();
  if (!isProfileName(text)) throw rejected('profile_name', 'The profile name is not valid.');
  return text;
}

/** Whether a profile has a login, also one whose file cannot be understood. */
export function hasLogin({ world }: Context, profile: string): boolean {
  return lstatSync(credentialsPath(world, profile), { throwIfNoEntry: false }) !== undefined;
}

/** The name of a profile that has a login. Throws `invalid_input`, naming those that have. */
export function knownProfile(context: Context, text: string): string {
  const name = checkedName(text);
  if (hasLogin(context, name)) return name;
  const others = profileNames(context.world).filter((other) => hasLogin(context, other));
  throw invalidInput(
    `There is no profile ${name}.`,
    [
      ...(others.length === 0 ? [] : [`There are: ${others.join(', ')}.`]),
      `\`${appName} auth login --profile ${name}\` makes it.`,
    ].join(' '),
  );
}
