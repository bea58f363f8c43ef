// The list of all commands, as data. The parser, help and suggestions are generated from it. The code of a command is
// loaded when the command runs. Add a new command to the `spec.ts` of its noun.
import { addressesSpec } from '../commands/addresses/spec';
import { apiSpec } from '../commands/api/spec';
import { authSpec } from '../commands/auth/spec';
import { completionSpec } from '../commands/completion/spec';
import { configsSpec } from '../commands/configs/spec';
import { doctorSpec } from '../commands/doctor/spec';
import { emailsSpec } from '../commands/emails/spec';
import { execSpec } from '../commands/exec/spec';
import { helpSpec } from '../commands/help/spec';
import { keysSpec } from '../commands/keys/spec';
import { licenseesSpec } from '../commands/licensees/spec';
import { lookupsSpec } from '../commands/lookups/spec';
import { openSpec } from '../commands/open/spec';
import { phonesSpec } from '../commands/phones/spec';
import { placesSpec } from '../commands/places/spec';
import { profilesSpec } from '../commands/profiles/spec';
import { proxySpec } from '../commands/proxy/spec';
import { sandboxSpec } from '../commands/sandbox/spec';
import { schemaSpec } from '../commands/schema/spec';
import { settingsSpec } from '../commands/settings/spec';
import { signupSpec } from '../commands/signup/spec';
import { versionSpec } from '../commands/version/spec';
import type {
  Command,
  CommandEntry,
  CommandGroup,
  CommandSpec,
  Group,
  OptionSpec,
} from './command';
import { withShapeOptions } from './common-options';

/** All commands under the headings of the help, including the options that change the format of their output. */
export const sections: readonly { title: string; entries: readonly CommandEntry[] }[] = [
  {
    title: 'Account',
    entries: [signupSpec, authSpec, profilesSpec, keysSpec, licenseesSpec, configsSpec],
  },
  {
    title: 'Lookups',
    entries: [placesSpec, addressesSpec, emailsSpec, phonesSpec, lookupsSpec, apiSpec],
  },
  { title: 'Sandbox', entries: [sandboxSpec] },
  {
    title: 'Tool',
    entries: [
      execSpec,
      proxySpec,
      openSpec,
      settingsSpec,
      completionSpec,
      doctorSpec,
      schemaSpec,
      versionSpec,
      helpSpec,
    ],
  },
].map(({ title, entries }) => ({ title, entries: entries.map(listedEntry) }));

export const commands: readonly CommandEntry[] = sections.flatMap(({ entries }) => entries);

/** The commands that can run: the commands in groups, and the commands without a group. */
export const allCommands: readonly Command[] = commands.flatMap((entry) =>
  isGroup(entry) ? entry.commands : [entry],
);

function listedEntry(spec: CommandGroup | CommandSpec): CommandEntry {
  const path = [spec.name];
  if (!('commands' in spec)) return { ...withShapeOptions(spec), path };
  const commands = spec.commands.map((command) => ({
    ...withShapeOptions(command),
    path: [...path, command.name],
  }));
  return { ...spec, path, commands };
}

/** True if an entry of the list is a group. */
export function isGroup(entry: CommandEntry | undefined): entry is Group {
  return entry !== undefined && 'commands' in entry;
}

/**
 * Returns the entries of a group, or of waypost itself if the entry is undefined. Returns an empty list for a command.
 */
export function entriesIn(entry: CommandEntry | undefined): readonly CommandEntry[] {
  if (entry === undefined) return commands;
  return isGroup(entry) ? entry.commands : [];
}

/** Returns the entry with these words, such as `['keys', 'usage']` or `['keys']`, or undefined if there is none. */
export function findCommand(path: readonly string[]): CommandEntry | undefined {
  let found: CommandEntry | undefined;
  for (const word of path) {
    found = entriesIn(found).find(({ name }) => name === word);
    if (found === undefined) return undefined;
  }
  return found;
}

/** Returns the options of a command, without the global options. Returns an empty list for a group. */
export function optionsOf(entry: CommandEntry | undefined): readonly OptionSpec[] {
  return entry === undefined || isGroup(entry) ? [] : (entry.options ?? []);
}
