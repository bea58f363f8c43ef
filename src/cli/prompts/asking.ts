// Shows prompts on standard error, so that standard output contains only results.
import { interruption, PromptInterrupted } from './interrupted';

/** The prompt library's options: the stream that shows the prompt, and the signal that ends the prompt. */
export interface PromptContext {
  output: NodeJS.WriteStream;
  signal: AbortSignal;
}

/**
 * Shows a prompt and returns the user's input. Throws PromptInterrupted if the user presses Ctrl-C or closes the
 * terminal. If a signal ends the prompt, the prompt library restores the terminal's mode.
 */
export async function ask<T>(prompt: (context: PromptContext) => Promise<T>): Promise<T> {
  try {
    return await prompt({ output: process.stderr, signal: interruption.signal });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new PromptInterrupted();
    throw error;
  }
}
