// Formats the commands in hints. Adds `--profile` if the command would otherwise use a different profile.
import { defaultProfile, namedProfile } from '../../client/credentials/directories';
import { type CommandOptions, type CommandWriter, commandText } from '../../lib/command-text';
import type { SettingsInUse } from './settings-in-use';
import type { System } from './system';

/**
 * Returns a function that formats commands. The function adds `--profile` only if the formatted command would otherwise
 * use a different profile than the current command.
 */
export function commandWriter(system: System, settings: SettingsInUse): CommandWriter {
  return (name, words, options = {}, program) => {
    const profile = takesProfile(name, options) ? profileToName(system, settings) : undefined;
    return commandText(name, words, { ...options, ...(profile && { profile }) }, program);
  };
}

/**
 * Matches commands that do not use a profile, and commands that accept a profile as an argument. Does not match
 * `sandbox set`, which uses the key in a profile.
 */
const withoutProfile =
  /^(?:sandbox(?! set$)|help|schema|settings|profiles|completion|auth (?:list|switch|remove))(?: |$)/;

/** True if a command uses the profile in `--profile`. */
function takesProfile(name: string, options: CommandOptions): boolean {
  return !withoutProfile.test(name) && options.profile === undefined && options.help !== true;
}

/**
 * Returns the profile in --profile or WAYPOST_PROFILE, unless `profiles bind` or `auth switch` already selects the same
 * profile. Hints must also name a profile that only WAYPOST_PROFILE selects, because the user might have set this
 * variable only for the current command.
 */
function profileToName(
  { env }: System,
  { options, configuration }: SettingsInUse,
): string | undefined {
  try {
    const named = namedProfile(options.profile, env);
    if (named === undefined) return undefined;
    const active = configuration.profile?.();
    return named.name === active?.name ? undefined : (named.name ?? defaultProfile);
  } catch {
    // waypost reports an invalid profile name as a separate error.
    return undefined;
  }
}
