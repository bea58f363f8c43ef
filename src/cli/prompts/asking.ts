// How prompts are shown and end: on standard error, so that standard output stays for results.
import { interruption, PromptInterrupted } from './interrupted';

/** Where a prompt is shown, and what ends it, as its library takes them. */
export interface PromptContext {
  output: NodeJS.WriteStream;
  signal: AbortSignal;
}

/** Shows a prompt. Throws PromptInterrupted if the user pressed Ctrl-C. A signal also restores the terminal's mode. */
export async function ask<T>(prompt: (context: PromptContext) => Promise<T>): Promise<T> {
  try {
    return await prompt({ output: process.stderr, signal: interruption.signal });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new PromptInterrupted();
    throw error;
  }
}
