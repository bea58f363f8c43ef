// An error of the service, with what to do next in the terms of the command that met it. The catalogue's
// own hint stands where a command knows nothing better.

import { mayHaveHappened } from '../../client/owned-key';
import { WaypostError } from '../../lib/errors';

/** Better hints by the service's code, and one for a change whose answer never arrived. */
export interface NextSteps {
  [apiCode: number]: string;
  /** Where a change may have been made although no answer says so: how to find out. */
  inDoubt?: string | undefined;
}

/** Does the work; an error of the contract leaves with the command's own hint. */
export async function withNextSteps<T>(steps: NextSteps, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    const hint = error.apiCode === undefined ? undefined : steps[error.apiCode];
    if (hint !== undefined) throw error.with({ hint });
    if (steps.inDoubt !== undefined && mayHaveHappened(error)) {
      throw error.with({ hint: `The change may have been made all the same. ${steps.inDoubt}` });
    }
    throw error;
  }
}
