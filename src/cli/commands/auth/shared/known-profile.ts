// A profile that must exist.
import { lstatSync } from 'node:fs';
import { credentialsPath, isProfileName } from '../../../../client/credentials/directories';
import { profileNames } from '../../../../client/credentials/profiles';
import { rejected } from '../../../../client/reasons';
import { invalidInput } from '../../../../lib/errors';
import { appName } from '../../../../lib/identity';
import type { Context } from '../../../context';

/** The name, checked. Throws `invalid_input` for an invalid name. */
export function checkedName(name: string): string {
  const text = name.trim();
  if (!isProfileName(text)) throw rejected('profile_name', 'The profile name is not valid.');
  return text;
}

/** Whether a profile has a login, even if its file cannot be parsed. */
export function hasLogin({ world }: Context, profile: string): boolean {
  return lstatSync(credentialsPath(world, profile), { throwIfNoEntry: false }) !== undefined;
}

/** The name of a profile with a login. Throws `invalid_input`, naming those that have one. */
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
