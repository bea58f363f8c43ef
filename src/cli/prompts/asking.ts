// How prompts are shown and end: on standard error, so that standard output stays for results; a signal
// ends them too and restores the terminal's mode.
import { interruption, PromptInterrupted } from './interrupted';

/** How every prompt is shown. */
export const toStderr = { output: process.stderr, signal: interruption.signal };

/** Asks. Throws PromptInterrupted if the person pressed Ctrl-C. */
export async function asking<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new PromptInterrupted();
    throw error;
  }
}
