// What a person is told of an error: its message, and the advice that the command line has for its reason.
import { hintOf } from '../../src/cli/hints/by-reason';
import { commandInText } from '../../src/lib/command-text';
import { WaypostError } from '../../src/lib/errors';

/** An error as it is told. */
export interface Told {
  code: string;
  message: string;
  hint: string | undefined;
}

/** What is told of the error that the work ends with. Throws where it does not end with one of the tool's. */
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
