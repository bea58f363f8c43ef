// An error as the command line shows it: its message, and the hint for its reason.
import { hintOf } from '../../src/cli/hints/by-reason';
import { commandInText } from '../../src/lib/command-text';
import { WaypostError } from '../../src/lib/errors';

/** The code, message and hint of an error. */
export interface Told {
  code: string;
  message: string;
  hint: string | undefined;
}

/** The error that the work ends with. Throws if the work ends without a WaypostError. */
export async function toldOf(work: () => unknown): Promise<Told> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    const { code, message } = error;
    return { code, message, hint: hintOf(error, commandInText) };
  }
  throw new Error('nothing was refused');
}
