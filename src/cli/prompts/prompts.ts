// Shows waypost's prompts. waypost loads this module only when it shows a prompt.
import { makeTheme } from '@inquirer/core';
import { confirm, input, password, select } from '@inquirer/prompts';
import { oneLine } from '../output/printable';
import { ask } from './asking';

/**
 * Prompts for a secret and shows an asterisk for each typed character. Returns the trimmed secret, or an empty string
 * if the user only pressed Enter.
 */
export function askSecret(message: string): Promise<string> {
  const question = { message: oneLine(message), mask: '*' };
  return ask(async (context) => (await password(question, context)).trim());
}

/** Prompts for a line of text and returns the trimmed line. Returns `fallback` if the user only pressed Enter. */
export function askText(message: string, fallback = ''): Promise<string> {
  const question = { message: oneLine(message), default: fallback };
  return ask(async (context) => (await input(question, context)).trim());
}

/**
 * Prompts for yes or no. Enter selects no. The prompt does not show a success symbol, because the symbol would be
 * misleading if the user answers no.
 */
export function askYes(message: string): Promise<boolean> {
  const question = { message: oneLine(message), default: false, theme: { prefix: '?' } };
  return ask((context) => confirm(question, context));
}

/**
 * Returns a theme that looks like the place picker (`picker-view.ts`): without a symbol before the question, and with
 * the keyboard shortcuts below the choices.
 */
function pickerTheme() {
  const { style } = makeTheme({});
  return {
    prefix: '',
    style: {
      message: (text: string, status: string) =>
        status === 'done' ? style.help(text) : style.message(text, 'idle'),
      keysHelpTip: () => style.help('↑↓ choose · Enter selects · Ctrl-C ends'),
    },
  };
}

/** Prompts the user to select one of several choices. Enter selects the first choice. */
export function askChoice<T>(
  message: string,
  choices: readonly { name: string; value: T }[],
): Promise<T> {
  const safe = choices.map(({ name, value }) => ({ name: oneLine(name), value }));
  return ask((context) =>
    select<T>({ message: oneLine(message), choices: safe, theme: pickerTheme() }, context),
  );
}
