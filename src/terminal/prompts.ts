// Questions to a person, on standard error, so that standard output stays for results. Loaded only when
// something is asked.
import { confirm, input, password } from '@inquirer/prompts';
import { interruption, PromptInterrupted } from './interrupted';

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

/** A signal from outside ends the prompt too, and with it the terminal's raw mode. */
const toStderr = { output: process.stderr, signal: interruption.signal };

async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new PromptInterrupted();
    throw error;
  }
}
