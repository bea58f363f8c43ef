// What to do about a command that does not exist.
import { appName } from '../lib/identity';
import { commands, isGroup } from './commands';

/** Where the word is the verb of a group, as in `waypost whoami`, the whole command; else where to look. */
export function unknownCommandHint(word: string): string {
  const meant = commands.flatMap((entry) =>
    isGroup(entry) && entry.commands.some(({ name }) => name === word)
      ? `\`${appName} ${entry.name} ${word}\``
      : [],
  );
  return meant.length === 0
    ? '`waypost help` lists the commands and topics.'
    : `Did you mean ${meant.join(' or ')}?`;
}
