// Finds the services that run on this machine.

import type { Host } from '../../lib/runtime';
import { commands, isGroup } from '../line/commands';

/** Returns the base URLs of the services that waypost commands run on this machine, such as sandboxes. */
export async function runningServices(host: Host): Promise<string[]> {
  const found = commands.map(async (entry) => {
    const loaded = isGroup(entry) ? await entry.loadServices?.() : undefined;
    return loaded === undefined ? [] : loaded.services(host);
  });
  return (await Promise.all(found)).flat();
}
