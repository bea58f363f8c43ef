// How prompts are loaded, shown and ended: on standard error, so that standard output stays for results; a signal
// ends them too and restores the terminal's mode.

import type { ColourLevel } from '../output/colour';
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

const looksAt = ['NO_COLOR', 'FORCE_COLOR', 'NODE_DISABLE_COLORS'] as const;

/** The prompts; `level` is that of standard error. */
export async function loadPrompts(level: ColourLevel): Promise<typeof import('./prompts')> {
  const before = looksAt.map((name) => [name, process.env[name]] as const);
  for (const name of looksAt) delete process.env[name];
  if (level === 0) process.env.NO_COLOR = '1';
  else process.env.FORCE_COLOR = String(level);
  try {
    return await import('./prompts');
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}
