// Returns an error as waypost prints it, with its message and its hint.
import { hintOf } from '../../src/cli/hints/by-reason';
import { commandInText } from '../../src/lib/command-text';
import { WaypostError } from '../../src/lib/errors';

/** The code, message and hint of an error. */
export interface Told {
  code: string;
  message: string;
  hint: string | undefined;
}

/** Returns the WaypostError that `work` throws. Throws if `work` does not throw a WaypostError. */
export async function toldOf(work: () => unknown): Promise<Told> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    const { code, message } = error;
    return { code, message, hint: hintOf(error, commandInText) };
  }
  throw new Error('work did not throw an error');
}
