// The sandboxes of this user that run on this machine.

import type { Host } from '../../../../lib/runtime';
import { portOf } from '../../../../sandbox/control/control-client';
import { registered, type TargetState } from '../../../../sandbox/server/running-sandboxes';
import { registryDirectory, sandboxDirectory } from './directories';

/** A sandbox as `sandbox list` tells of it. */
interface ListedSandbox {
  /** False if its process exists but does not answer. */
  running: boolean;
  url: string;
  port: number;
  pid: number;
  version: string;
  /** Data directory; null in memory. */
  data: string | null;
  /** ISO 8601. */
  started_at: string;
  detached: boolean;
}

/** A sandbox with what is needed to stop it, and to read its log. */
export interface RunningSandbox {
  listed: ListedSandbox;
  found: TargetState;
  /** The log file of a detached one. */
  log: string | null;
}

/** Every sandbox with a process, oldest first. */
export async function runningSandboxes(host: Host): Promise<RunningSandbox[]> {
  const all = await registered(registryDirectory(host), sandboxDirectory(host, undefined));
  return all.map(({ found, origin, pid, version, data, started_at, log }) => ({
    listed: {
      running: found.state === 'running',
      url: `${origin}/v1`,
      port: portOf(origin),
      pid,
      version,
      data,
      started_at,
      detached: log !== null,
    },
    found,
    log,
  }));
}

/** The base URLs of the sandboxes that answer. */
export async function services(host: Host): Promise<string[]> {
  const running = await runningSandboxes(host);
  return running.filter(({ listed }) => listed.running).map(({ listed }) => listed.url);
}
