// The list of all commands, as data: parser, help and suggestions are made from it. The code of a command is
// loaded when it runs. A new command is added to the `spec.ts` of its noun.
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
import type { CommandGroup, CommandSpec, OptionSpec } from './command';
import { withShapeOptions } from './common-options';

type CommandEntry = CommandGroup | CommandSpec;

/** Every command under the headings of the help, with the options that shape its output. */
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
].map(({ title, entries }) => ({ title, entries: entries.map(withShapeOptions) }));

export const commands: readonly CommandEntry[] = sections.flatMap(({ entries }) => entries);

/** Whether an entry of the list holds commands. */
export function isGroup(entry: CommandGroup | CommandSpec): entry is CommandGroup {
  return 'commands' in entry;
}

/** The entry with these words, such as `['keys', 'usage']` or `['keys']`; undefined if there is none. */
export function findCommand(path: readonly string[]): CommandGroup | CommandSpec | undefined {
  const [first, second, ...more] = path;
  const entry = commands.find(({ name }) => name === first);
  if (entry === undefined || second === undefined) return entry;
  if (!isGroup(entry) || more.length > 0) return undefined;
  return entry.commands.find(({ name }) => name === second);
}

/** The options of a command, without the global ones; none of a group. */
export function optionsOf(entry: CommandGroup | CommandSpec | undefined): readonly OptionSpec[] {
  return entry === undefined || isGroup(entry) ? [] : (entry.options ?? []);
}
