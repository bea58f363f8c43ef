// The profile in use, in texts for a person: why it is that one, and in the commands they are told to run.
import { defaultProfile, type ProfileChoice } from '../../client/credentials/directories';

/** The name of a profile for a person; null or undefined is the login without one. */
export function nameShown(profile: string | null | undefined): string {
  return profile ?? `(${defaultProfile})`;
}

/** The profile and what chose it, such as `shop (/work/shop is bound to it)`. */
export function profileText({ name, source, directory }: ProfileChoice): string {
  const why = {
    flag: 'named by --profile',
    env: 'named by WAYPOST_PROFILE',
    directory: `${directory} is bound to it`,
    current: 'the current one: `waypost auth switch` chose it',
  };
  return `${nameShown(name)} (${why[source]})`;
}

/** A command of the tool in a text; the others do not use a profile, or name one. */
const named =
  /(`|\$\()waypost (?!sandbox (?!set\b)|help\b|settings\b|profiles\b|auth (?:list|switch|remove)\b)([^`)]*)(?=[`)])/g;

/** The text with `--profile` in each command; unchanged if no profile is in use. */
export function inProfile(text: string, profile: string | undefined): string {
  if (profile === undefined) return text;
  return text.replace(named, (command, _, words: string) =>
    /(^| )(--profile\b|--help$)/.test(words) ? command : `${command} --profile ${profile}`,
  );
}
