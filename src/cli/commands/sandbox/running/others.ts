// What is said of other sandboxes, where the named one does not run.
import type { Context } from '../../../run/context';
import { otherSandboxes } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

/** As `otherSandboxes`, for a person: '' with --json. */
export async function othersForPerson(
  context: Context,
  options: SandboxSelection,
  verb: 'stop' | 'status' | 'reset',
): Promise<string> {
  return context.output.json ? '' : otherSandboxes(context, options, verb);
}
