// Tells the user about other running sandboxes if the selected sandbox is not running.

import type { Output } from '../../../output/output';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { otherSandboxes } from '../target/selected';
import type { SandboxSelection } from '../target/selection';

/** Returns the text of `otherSandboxes`, or '' if --json is set, because programs do not read the text. */
export async function othersForPerson(
  { system, output, credentials }: { system: System; output: Output; credentials: Credentials },
  options: SandboxSelection,
  verb: 'stop' | 'status' | 'reset',
): Promise<string> {
  return output.json ? '' : otherSandboxes({ system, credentials }, options, verb);
}
