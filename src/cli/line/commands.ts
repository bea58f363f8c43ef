// The list of all commands, as data. The parser, help and suggestions use this list. waypost loads a command's code
// only when the command runs. To add a command, add its description to the `spec.ts` file of its command group.
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

/**
 * All commands, grouped by the headings in help. Each command includes the options that format its output, unless another
 * program writes the output.
 */
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

/** All commands, whether or not they belong to a group. The list does not contain the groups themselves. */
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

/** True if an entry in the list is a group. */
export function isGroup(entry: CommandEntry | undefined): entry is Group {
  return entry !== undefined && 'commands' in entry;
}

/**
 * Returns the entries in a group. If `entry` is undefined, returns the top-level entries. If `entry` is a command,
 * returns an empty list.
 */
export function entriesIn(entry: CommandEntry | undefined): readonly CommandEntry[] {
  if (entry === undefined) return commands;
  return isGroup(entry) ? entry.commands : [];
}

/**
 * Returns the entry with these words, such as `['keys', 'usage']` or `['keys']`, or undefined if there is no such
 * entry.
 */
export function findCommand(path: readonly string[]): CommandEntry | undefined {
  let found: CommandEntry | undefined;
  for (const word of path) {
    found = entriesIn(found).find(({ name }) => name === word);
    if (found === undefined) return undefined;
  }
  return found;
}

/**
 * Returns the options of a command, without the global options. Returns an empty list if the entry is a group or
 * undefined.
 */
export function optionsOf(entry: CommandEntry | undefined): readonly OptionSpec[] {
  return entry === undefined || isGroup(entry) ? [] : (entry.options ?? []);
}
