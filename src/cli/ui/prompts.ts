// Questions to a person. Loaded only when something is asked.
import { confirm, input, password, select } from '@inquirer/prompts';
import { asking, toStderr } from './asking';

/** Asks for a secret; what is typed shows as stars. Returns it trimmed, '' where Enter alone was pressed. */
export function askSecret(message: string): Promise<string> {
  return asking(async () => (await password({ message, mask: '*' }, toStderr)).trim());
}

/** Asks for a line of text, trimmed; with `fallback` offered as the answer. */
export function askText(message: string, fallback?: string): Promise<string> {
  const question = fallback === undefined ? { message } : { message, default: fallback };
  return asking(async () => (await input(question, toStderr)).trim());
}

/** Asks yes or no; Enter alone means no. */
export function askYes(message: string): Promise<boolean> {
  return asking(() => confirm({ message, default: false }, toStderr));
}

/** Asks for one of several things, the first of which Enter alone chooses. */
export function askChoice<T>(
  message: string,
  choices: readonly { name: string; value: T }[],
): Promise<T> {
  return asking(() => select<T>({ message, choices }, toStderr));
}
