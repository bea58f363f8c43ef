// The sandboxes of this user that run.
import type { Context } from '../../../context';
import { runningSandboxes } from '../../sandbox/shared/running';
import { type Check, passed } from './check';

/** Which run, and where; that none does is no fault. */
export async function sandboxCheck(context: Context): Promise<Check> {
  const running = await runningSandboxes(context);
  if (running.length === 0) return passed('sandbox', 'None runs.');
  const each = running.map(
    ({ listed: { url, version, running: answers } }) =>
      `${url} (${answers ? `version ${version}` : 'does not answer'})`,
  );
  return passed('sandbox', `Running: ${each.join(', ')}.`);
}
