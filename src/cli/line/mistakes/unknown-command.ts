// The error for an unknown command, with the intended one in full.
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import { preview } from '../../../lib/masking';
import { findCommand, isGroup } from '../commands';
import { suggestCommand } from './suggest-command';
import { suggestOption } from './suggest-option';
import { hasSmartDash, quoted, withoutSmartQuotes } from './typed';

/** The error for such words, the unknown one first. `path` is the noun before them, if any. */
export function unknownCommand(words: readonly string[], path: readonly string[]): WaypostError {
  const [word = ''] = words;
  const [group] = path;
  const place = group === undefined ? '' : ` for \`${appName} ${group}\``;
  // Of a key, only its beginning is shown.
  const shown = isKey(word) ? preview(word) : quoted(word);
  return invalidInput(`Unknown command ${shown}${place}.`, whatToDo(words, group));
}

/** The hint for words that are no command. */
function whatToDo(words: readonly string[], group: string | undefined): string {
  const [word = ''] = words;
  const help = [appName, ...(group === undefined ? [] : [group]), '--help'].join(' ');
  if (hasSmartDash(word)) {
    return `It begins with a typographic dash. Type ${suggestOption(word, []) ?? withDashes(word)}; \`${help}\` shows the options.`;
  }
  if (/^[/-]+(?:\?|h|help)$/i.test(word)) return `Did you mean \`${help}\`?`;
  const text = withoutSmartQuotes(words.join(' '));
  const meant =
    group === undefined
      ? (byShape(words, text) ?? suggestCommand(words))
      : (suggestCommand(words, group) ?? byContent(text, group));
  if (meant !== undefined) return `Did you mean \`${appName} ${meant}\`?`;
  if (isKey(text)) {
    return 'A key is no command. Log in with `waypost auth login`, which asks for it.';
  }
  if (/^https?:/i.test(text)) {
    return `A service is named with --base-url. \`${help}\` lists the commands.`;
  }
  return group === undefined
    ? `\`${appName} help\` lists the commands and topics.`
    : `\`${help}\` lists its commands.`;
}

/** A typographic dash means one or two dashes. */
function withDashes(word: string): string {
  const name = word.replace(/^[^a-z]+/i, '');
  return name.length === 1 ? `-${name}` : `--${name}`;
}

function isKey(text: string): boolean {
  return /^(?:ak|uk|sl)_/.test(text);
}

/** The command for an obvious address, number or request. */
function byShape(words: readonly string[], text: string): string | undefined {
  const [first = '', second = ''] = words;
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return `emails validate ${text}`;
  if (/^\+[\d\s().-]{6,}$/.test(text)) return `phones validate ${quoted(text)}`;
  if (/^(?:get|post|put|delete|patch|head)$/i.test(first) && second.startsWith('/')) {
    return `api ${first} ${quoted(second)}`;
  }
  return /^\/[\w{}/]+$/.test(text) ? `api GET ${text}` : undefined;
}

/** The command of a group that takes such a text. */
function byContent(text: string, group: string): string | undefined {
  if (isKey(text)) return group === 'keys' ? 'keys show <key>' : undefined;
  const entry = findCommand([group]);
  const taking = entry !== undefined && isGroup(entry) ? entry.commands : [];
  const command = taking.find(
    ({ name, arguments: taken }) => taken?.some((one) => one.text) && name !== 'autocomplete',
  );
  return command === undefined ? undefined : `${group} ${command.name} ${quoted(text)}`;
}

/** The error for such words, with the same command and the intended words. */
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
