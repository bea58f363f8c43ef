// What a person is told to run next is meant for the profile they work with.

/** A command of the tool as texts name it; the others here know no profile, or name one. */
const named =
  /(`|\$\()waypost (?!sandbox\b|help\b|settings\b|profiles\b|auth (?:list|switch|remove)\b)([^`)]*)(?=[`)])/g;

/** The text with `--profile` in each command it names; as it is where no profile is in use. */
export function inProfile(text: string, profile: string | undefined): string {
  if (profile === undefined) return text;
  return text.replace(named, (command, _, words: string) =>
    /(^| )(--profile\b|--help$)/.test(words) ? command : `${command} --profile ${profile}`,
  );
}
