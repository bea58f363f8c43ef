// Words behind `waypost help` or `waypost schema` that name no command: what is meant.
import { invalidInput, type WaypostError } from '../../lib/errors';
import { appName } from '../../lib/identity';
import { findCommand, isGroup } from '../commands';
import { suggestCommand } from './suggest-command';

/** The error for such words, with the same command and what is meant in their place. */
export function unknownTopic(command: 'help' | 'schema', path: readonly string[]): WaypostError {
  const [noun = '', ...more] = path;
  const entry = findCommand([noun]);
  const isKnown = entry !== undefined && isGroup(entry);
  const found = isKnown ? suggestCommand(more, noun) : suggestCommand(path);
  const meant = command === 'schema' && found?.startsWith('help ') ? undefined : found;
  const kind = command === 'help' ? 'command or topic' : 'command';
  const next = isKnown
    ? `\`${appName} help ${noun}\` lists the commands.`
    : `\`${appName} help\` lists the commands and topics.`;
  return invalidInput(
    `There is no ${kind} ${path.join(' ')}.`,
    meant === undefined
      ? next
      : `Did you mean \`${appName} ${command} ${meant.replace(/^help /, '')}\`?`,
  );
}
