// Where prompts are shown and what ends them: on standard error, so that standard output stays for
// results, by a signal from outside too, and with it the terminal's raw mode.
import { interruption, PromptInterrupted } from './interrupted';

/** How every prompt is shown. */
export const toStderr = { output: process.stderr, signal: interruption.signal };

/** Asks. Throws PromptInterrupted where the person pressed Ctrl-C. */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new PromptInterrupted();
    throw error;
  }
}
