// The options of a login for commands that print a key.
import type { KeyKind } from '../../../../client/credentials/resolve';
import { invalidInput } from '../../../../lib/errors';
import type { Machine } from '../../../../lib/runtime';
import { splitLine } from '../../../completion/shell-line';
import type { GlobalOptions } from '../../../context';

/** Options of the login, as the parser names them. */
export interface KeyCommandTexts {
  apiKeyCommand?: string;
  userTokenCommand?: string;
}

/** The parts of a run that decide how the text is read. */
interface Login {
  world: Pick<Machine, 'platform'>;
  options: Pick<GlobalOptions, 'apiKey' | 'userToken'>;
}

const optionNames = {
  apiKey: { command: '--api-key-command', key: '--api-key' },
  userToken: { command: '--user-token-command', key: '--user-token' },
} as const;

/**
 * The words of the command for a key; undefined if none was given. Throws `invalid_input` for an empty text,
 * an open quote, and if the key is given as well.
 */
export function keyCommand(
  { world, options }: Login,
  kind: KeyKind,
  texts: KeyCommandTexts,
): string[] | undefined {
  const text = texts[`${kind}Command`]?.trim();
  if (text === undefined) return undefined;
  const { command, key } = optionNames[kind];
  if (options[kind] !== undefined) {
    throw invalidInput(`${key} and ${command} exclude each other.`, 'Omit one of them.');
  }
  if (text === '') {
    throw invalidInput(`${command} is empty.`, 'Give the command that prints the key.');
  }
  // On Windows a backslash separates the parts of a path.
  const { words, quote } = splitLine(text, undefined, world.platform !== 'win32');
  if (quote !== '') {
    throw invalidInput(`${command} has a quote ${quote} without its end.`, 'Close the quote.');
  }
  if (words[0] === '') throw invalidInput(`${command} begins with an empty word.`);
  return words;
}
