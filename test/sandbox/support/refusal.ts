// What the rules of the sandbox refuse.
import { Refusal } from '../../../src/sandbox/http/responses';

/** The code and the invalid members of what is refused. */
export function refusalOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, errors: error.facts.errors };
    throw error;
  }
  throw new Error('it was not refused');
}
