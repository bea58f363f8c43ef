// Questions to a person. Loaded only when one is asked.
import { makeTheme } from '@inquirer/core';
import { confirm, input, password, select } from '@inquirer/prompts';
import { oneLine } from '../output/printable';
import { ask } from './asking';

/** Asks for a secret; typed characters show as stars. Returns it trimmed, '' if only Enter was pressed. */
export function askSecret(message: string): Promise<string> {
  const question = { message: oneLine(message), mask: '*' };
  return ask(async (context) => (await password(question, context)).trim());
}

/** Asks for a line of text, trimmed; `fallback` is the default answer. */
export function askText(message: string, fallback = ''): Promise<string> {
  const question = { message: oneLine(message), default: fallback };
  return ask(async (context) => (await input(question, context)).trim());
}

/** Asks yes or no; Enter alone means no. A sign of success beside a no would mislead. */
export function askYes(message: string): Promise<boolean> {
  const question = { message: oneLine(message), default: false, theme: { prefix: '?' } };
  return ask((context) => confirm(question, context));
}

/** The look of the picker of places (`picker-view.ts`): no sign before the question, and the keys below. */
function pickerTheme() {
  const { style } = makeTheme({});
  return {
    prefix: '',
    style: {
      message: (text: string, status: string) =>
        status === 'done' ? style.help(text) : style.message(text, 'idle'),
      keysHelpTip: () => style.help('↑↓ choose · Enter takes it · Ctrl-C ends'),
    },
  };
}

/** Asks for one of several things; Enter alone chooses the first. */
export function askChoice<T>(
  message: string,
  choices: readonly { name: string; value: T }[],
): Promise<T> {
  const safe = choices.map(({ name, value }) => ({ name: oneLine(name), value }));
  return ask((context) =>
    select<T>({ message: oneLine(message), choices: safe, theme: pickerTheme() }, context),
  );
}
