// Writes commands for a person to type next, with the profile of this run if they need it.
import { defaultProfile, namedProfile } from '../../client/credentials/directories';
import { type CommandOptions, type CommandWriter, commandText } from '../../lib/command-text';
import type { SettingsInUse } from './settings-in-use';
import type { System } from './system';

/** Writes a command. It names the profile of this run only if that is not the active one. */
export function commandWriter(system: System, settings: SettingsInUse): CommandWriter {
  return (name, words, options = {}, program) => {
    const profile = takesProfile(name, options) ? profileToName(system, settings) : undefined;
    return commandText(name, words, { ...options, ...(profile && { profile }) }, program);
  };
}

/** Commands that use no profile, or name one themselves; `sandbox set` takes its key from one. */
const withoutProfile =
  /^(?:sandbox(?! set$)|help|schema|settings|profiles|completion|auth (?:list|switch|remove))(?: |$)/;

/** Whether a command uses the profile that `--profile` names. */
function takesProfile(name: string, options: CommandOptions): boolean {
  return !withoutProfile.test(name) && options.profile === undefined && options.help !== true;
}

/**
 * The profile that option or variable names, if it is not the active one: the one that the directory or `auth switch`
 * chooses. A variable may be set for this command only.
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
    // An invalid profile name is reported by another error.
    return undefined;
  }
}
