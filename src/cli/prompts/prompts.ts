// Questions to a person. Loaded only when one is asked.
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

/** Asks for one of several things; Enter alone chooses the first. */
export function askChoice<T>(
  message: string,
  choices: readonly { name: string; value: T }[],
): Promise<T> {
  const safe = choices.map(({ name, value }) => ({ name: oneLine(name), value }));
  return ask((context) => select<T>({ message: oneLine(message), choices: safe }, context));
}
