// Questions to a person. Loaded only when one is asked.
import { confirm, input, password, select } from '@inquirer/prompts';
import { oneLine } from '../output/printable';
import { asking, toStderr } from './asking';

/** Asks for a secret; typed characters show as stars. Returns it trimmed, '' if only Enter was pressed. */
export function askSecret(message: string): Promise<string> {
  return asking(async () =>
    (await password({ message: oneLine(message), mask: '*' }, toStderr)).trim(),
  );
}

/** Asks for a line of text, trimmed; `fallback` is the default answer. */
export function askText(message: string, fallback?: string): Promise<string> {
  const question = { message: oneLine(message) };
  return asking(async () =>
    (
      await input(fallback === undefined ? question : { ...question, default: fallback }, toStderr)
    ).trim(),
  );
}

/** Asks yes or no; Enter alone means no. A sign of success beside a no would mislead. */
export function askYes(message: string): Promise<boolean> {
  const question = { message: oneLine(message), default: false, theme: { prefix: '?' } };
  return asking(() => confirm(question, toStderr));
}

/** Asks for one of several things; Enter alone chooses the first. */
export function askChoice<T>(
  message: string,
  choices: readonly { name: string; value: T }[],
): Promise<T> {
  const safe = choices.map(({ name, value }) => ({ name: oneLine(name), value }));
  return asking(() => select<T>({ message: oneLine(message), choices: safe }, toStderr));
}
