// The options of a login for commands that print a key.
import { resolve } from 'node:path';
import type { KeyKind } from '../../../../client/credentials/resolve';
import type { Environment } from '../../../../lib/environment';
import { invalidInput } from '../../../../lib/errors';
import { isPath, trustedProgram } from '../../../../lib/program';
import type { Machine } from '../../../../lib/runtime';
import { systemReason } from '../../../../lib/system-error';
import { splitLine } from '../../../line/completion/shell-line';
import type { GlobalOptions } from '../../../run/context';

/** Options of the login, as the parser names them. */
export interface KeyCommandTexts {
  apiKeyCommand?: string;
  userTokenCommand?: string;
}

/** The parts of a run that decide how the text is read. */
interface Login {
  world: Pick<Machine, 'env' | 'platform'>;
  options: Pick<GlobalOptions, 'apiKey' | 'userToken'>;
}

const optionNames = {
  apiKey: { command: '--api-key-command', key: '--api-key' },
  userToken: { command: '--user-token-command', key: '--user-token' },
} as const;

/**
 * The words of the command for a key; undefined if none was given. Throws `invalid_input` for an empty text,
 * an open quote, a program that others could change, and if the key is given as well. A path becomes absolute.
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
  const [name = '', ...args] = words;
  if (name === '') throw invalidInput(`${command} begins with an empty word.`);
  return [isPath(name) ? ownProgram(name, command, world.env) : name, ...args];
}

/** The absolute path of a program that was named by its path. Throws `invalid_input`. */
function ownProgram(name: string, option: string, env: Environment): string {
  try {
    return trustedProgram(resolve(name), env);
  } catch (error) {
    throw invalidInput(
      `${option} cannot use ${name}: ${systemReason(error)}.`,
      'Name a program that only you or root can change.',
    );
  }
}
