// More words than a command takes: a text without quotes, which is one, an option without dashes, or one word too many.
import { invalidInput, type WaypostError } from '../../../lib/errors';
import { appName } from '../../../lib/identity';
import type { ArgumentSpec, OptionSpec } from '../command';
import { globalOptions } from '../global-options';
import { suggestOption } from './suggest-option';
import { hasSmartDash, quoted, withoutSmartQuotes } from './typed';

/** The error for too many words. */
export function excessWords(
  words: readonly string[],
  path: readonly string[],
  taken: readonly ArgumentSpec[],
  own: readonly OptionSpec[],
): WaypostError {
  const command = [appName, ...path].join(' ');
  const help = `\`${command} --help\` shows what it takes.`;
  const mistaken = mistakenOption(words, path, own);
  if (mistaken !== undefined) return mistaken;
  const names = taken.map(({ name }) => `<${name}>`).join(' ');
  const message = `Too many words: \`${command}\` takes ${names === '' ? 'none' : names}, and was given ${words.length}.`;
  const extra = words[taken.length] ?? '';
  if (/^(?:ak|uk|sl)_/.test(extra) && taken.length === 0) {
    const option = extra.startsWith('uk_') ? '--management-key' : '--api-key';
    return invalidInput(
      message,
      path.join(' ') === 'auth login'
        ? `Type \`${command}\`, which asks for the key, or pipe it in: \`${command} ${option} -\`.`
        : `Give a key with ${option}. ${help}`,
    );
  }
  return invalidInput(message, `Omit ${quoted(extra)}. ${help}`);
}

/** The text of words that were typed without quotes. Throws `invalid_input` where one of them was meant as an option. */
export function textOf(
  words: readonly string[],
  path: readonly string[],
  own: readonly OptionSpec[],
): string {
  const mistaken = mistakenOption(words, path, own);
  if (mistaken !== undefined) throw mistaken;
  return withoutSmartQuotes(words.join(' '));
}

/** The error for a word that is meant as an option; undefined if none is. */
export function mistakenOption(
  words: readonly string[],
  path: readonly string[],
  own: readonly OptionSpec[],
): WaypostError | undefined {
  const command = [appName, ...path].join(' ');
  const help = `\`${command} --help\``;
  for (const [index, word] of words.entries()) {
    if (hasSmartDash(word)) {
      const [typed = '', value] = word.split('=');
      const meant = suggestOption(typed, own);
      const option = meant ?? `--${typed.replace(/^[^a-z]+/i, '')}`;
      return invalidInput(
        `${quoted(word)} begins with a typographic dash, not with -.`,
        `Type ${option}${value === undefined ? '' : `=${value}`}. ${help} shows the options.`,
      );
    }
    const [name = '', value] = word.split('=');
    if (name.toLowerCase() === 'help' && value === undefined) {
      return invalidInput(`${word} is no value of \`${command}\`.`, `Did you mean ${help}?`);
    }
    const option = [...own, ...globalOptions].find(
      (one) => !one.hidden && one.name === name.toLowerCase(),
    );
    if (option === undefined) continue;
    const next = option.value === undefined ? undefined : (value ?? words[index + 1]);
    return invalidInput(
      `${name} lacks its dashes.`,
      `Did you mean \`${command} --${option.name}${next === undefined ? '' : ` ${quoted(next)}`}\`? ${help} shows the options.`,
    );
  }
  return undefined;
}
