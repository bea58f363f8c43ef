// The list of all commands, as data: parser, help and suggestions are made from it. The code of a command is
// loaded when it runs. A new command is added to the `spec.ts` of its noun.
import { addresses } from '../commands/addresses/spec';
import { api } from '../commands/api/spec';
import { auth } from '../commands/auth/spec';
import { completion } from '../commands/completion/spec';
import { configs } from '../commands/configs/spec';
import { doctor } from '../commands/doctor/spec';
import { emails } from '../commands/emails/spec';
import { exec } from '../commands/exec/spec';
import { help } from '../commands/help/spec';
import { keys } from '../commands/keys/spec';
import { licensees } from '../commands/licensees/spec';
import { lookups } from '../commands/lookups/spec';
import { open } from '../commands/open/spec';
import { phones } from '../commands/phones/spec';
import { places } from '../commands/places/spec';
import { profiles } from '../commands/profiles/spec';
import { proxy } from '../commands/proxy/spec';
import { sandbox } from '../commands/sandbox/spec';
import { schema } from '../commands/schema/spec';
import { settings } from '../commands/settings/spec';
import { signup } from '../commands/signup/spec';
import { version } from '../commands/version/spec';
import type { CommandGroup, CommandSpec, OptionSpec } from './command';
import { withShapeOptions } from './common-options';

type Entry = CommandGroup | CommandSpec;

/** Every command under the headings of the help, with the options that shape its output. */
export const sections: readonly { title: string; entries: readonly Entry[] }[] = [
  { title: 'Account', entries: [signup, auth, profiles, keys, licensees, configs] },
  { title: 'Lookups', entries: [places, addresses, emails, phones, lookups, api] },
  { title: 'Sandbox', entries: [sandbox] },
  {
    title: 'Tool',
    entries: [exec, proxy, open, settings, completion, doctor, schema, version, help],
  },
].map(({ title, entries }) => ({ title, entries: entries.map(withShapeOptions) }));

/** Every command, in the order of the help. */
export const commands: readonly Entry[] = sections.flatMap(({ entries }) => entries);

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
