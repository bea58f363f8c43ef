// Shows prompts on standard error, so that standard output contains only results.
import { interruption, PromptInterrupted } from './interrupted';

/** The stream on which a prompt is shown, and the signal that ends it, in the format of the prompt library. */
export interface PromptContext {
  output: NodeJS.WriteStream;
  signal: AbortSignal;
}

/**
 * Shows a prompt. Throws PromptInterrupted if the user pressed Ctrl-C. If a signal ends the prompt, also restores the
 * mode of the terminal.
 */
export async function ask<T>(prompt: (context: PromptContext) => Promise<T>): Promise<T> {
  try {
    return await prompt({ output: process.stderr, signal: interruption.signal });
  } catch (error) {
    if (error instanceof Error && error.name === 'ExitPromptError') throw new PromptInterrupted();
    throw error;
  }
}
