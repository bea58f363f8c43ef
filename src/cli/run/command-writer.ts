// Formats the commands that hints tell the user to type. Adds the profile of this run to a command that needs it.
import { defaultProfile, namedProfile } from '../../client/credentials/directories';
import { type CommandOptions, type CommandWriter, commandText } from '../../lib/command-text';
import type { SettingsInUse } from './settings-in-use';
import type { System } from './system';

/** Returns a function that formats commands. It adds the profile of this run only if this is not the active profile. */
export function commandWriter(system: System, settings: SettingsInUse): CommandWriter {
  return (name, words, options = {}, program) => {
    const profile = takesProfile(name, options) ? profileToName(system, settings) : undefined;
    return commandText(name, words, { ...options, ...(profile && { profile }) }, program);
  };
}

/**
 * Matches commands that use no profile or that name a profile themselves. `sandbox set` is an exception, because it
 * takes its key from a profile.
 */
const withoutProfile =
  /^(?:sandbox(?! set$)|help|schema|settings|profiles|completion|auth (?:list|switch|remove))(?: |$)/;

/** True if a command uses the profile that `--profile` names. */
function takesProfile(name: string, options: CommandOptions): boolean {
  return !withoutProfile.test(name) && options.profile === undefined && options.help !== true;
}

/**
 * Returns the profile that the option or the environment variable names, unless the directory or `auth switch` already
 * selects the same profile. A variable might be set only for this command.
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
    // Another error reports an invalid profile name.
    return undefined;
  }
}
