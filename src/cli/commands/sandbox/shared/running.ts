// The running sandboxes of this user: the registered ones, and the one of the default directory.
import { type Found, findSandbox } from '../../../../sandbox/instance/find';
import { type Registered, registered } from '../../../../sandbox/instance/registry';
import type { Context } from '../../../context';
import { dataFolder, registryFolder } from './which';

/** A sandbox, as `sandbox list` shows it. */
interface Listed {
  /** False if its process exists but does not answer. */
  running: boolean;
  url: string;
  port: number;
  pid: number;
  version: string;
  /** Data directory; null in memory. */
  data: string | null;
  /** ISO 8601; null if it is not registered. */
  started_at: string | null;
  /** Null if it is not registered. */
  detached: boolean | null;
}

/** A sandbox with what is needed to stop it. */
export interface RunningEntry {
  listed: Listed;
  found: Found;
}

async function entryOf(one: Registered): Promise<RunningEntry> {
  const { running, origin, port, pid, version, data, started_at, detached } = one;
  const found = running ? await findSandbox({ port }) : undefined;
  return {
    listed: {
      ...{ running, url: `${origin}/v1`, port, pid, version, data, started_at, detached },
    },
    found:
      found?.state === 'running' && found.sandbox.pid === pid
        ? found
        : { state: 'silent', pid, start: one.process_start },
  };
}

/** The running sandboxes, oldest first. */
export async function runningSandboxes(context: Context): Promise<RunningEntry[]> {
  const entries = await Promise.all((await registered(registryFolder(context))).map(entryOf));
  const folder = dataFolder(context, undefined);
  if (entries.some(({ listed }) => listed.data === folder)) return entries;
  const found = await findSandbox({ folder });
  if (found.state !== 'running') return entries;
  const { url, port, pid, version, data } = found.sandbox;
  const unknown = { started_at: null, detached: null };
  entries.push({ listed: { running: true, url, port, pid, version, data, ...unknown }, found });
  return entries;
}

/** Their base URLs. */
export async function services(context: Context): Promise<string[]> {
  const found = await runningSandboxes(context);
  return found.filter(({ listed }) => listed.running).map(({ listed }) => listed.url);
}
