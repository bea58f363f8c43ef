// The sandboxes that run, as services that a login may be for.
import type { Context } from '../../context';
import { runningSandboxes } from './shared/running';

/** Their base URLs. */
export async function services(context: Context): Promise<string[]> {
  const found = await runningSandboxes(context);
  return found.filter(({ listed }) => listed.running).map(({ listed }) => listed.url);
}
