// A profile that must exist.
import { lstatSync } from 'node:fs';
import { credentialsPath, profileNamed } from '../../../../client/credentials/directories';
import { profileNames } from '../../../../client/credentials/profiles';
import { invalidInput } from '../../../../lib/errors';
import { appName } from '../../../../lib/identity';
import type { Context } from '../../../run/context';

/** Whether a profile has a login, even if its file cannot be parsed; undefined is the login without a profile. */
export function hasLogin({ world }: Pick<Context, 'world'>, profile: string | undefined): boolean {
  return lstatSync(credentialsPath(world, profile), { throwIfNoEntry: false }) !== undefined;
}

/**
 * The profile that a text names, which has a login; undefined for the login without a profile, which may have
 * none. Throws `invalid_input`, naming the profiles there are.
 */
export function knownProfile(context: Context, text: string): string | undefined {
  const name = profileNamed(text);
  if (name === undefined || hasLogin(context, name)) return name;
  const others = profileNames(context.world).filter((other) => hasLogin(context, other));
  throw invalidInput(
    `There is no profile ${name}.`,
    [
      ...(others.length === 0 ? [] : [`There are: ${others.join(', ')}.`]),
      `\`${appName} auth login --profile ${name}\` makes it.`,
    ].join(' '),
  );
}
