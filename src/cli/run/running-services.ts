// The services that run on this machine.
import { commands, isGroup } from '../line/commands';
import type { Context } from './context';

/** The base URLs of the services that command groups run on this machine. */
export async function runningServices(context: Context): Promise<string[]> {
  const found = commands.map(async (entry) => {
    const loaded = isGroup(entry) ? await entry.loadServices?.() : undefined;
    return loaded === undefined ? [] : loaded.services(context);
  });
  return (await Promise.all(found)).flat();
}
