// Finds this user's running sandboxes on this machine.

import type { Host } from '../../../../lib/runtime';
import { portOf } from '../../../../sandbox/control/control-client';
import { registered, type TargetState } from '../../../../sandbox/server/running-sandboxes';
import { registryDirectory, sandboxDirectory } from './directories';

/** A sandbox as `sandbox list` shows it. */
interface ListedSandbox {
  /** False if the sandbox's process exists but does not respond. */
  running: boolean;
  url: string;
  port: number;
  pid: number;
  version: string;
  /** The data directory, or null for an in-memory sandbox. */
  data: string | null;
  /** The start time in ISO 8601 format. */
  started_at: string;
  detached: boolean;
}

/** A sandbox whose process is running, with the values that `stop` and `logs` use. */
export interface RunningSandbox {
  listed: ListedSandbox;
  found: TargetState;
  /** The log file, or null if the sandbox is not detached. */
  log: string | null;
}

/** Returns every sandbox whose process is running, oldest first. */
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

/** Returns the base URLs of the sandboxes that respond. */
export async function services(host: Host): Promise<string[]> {
  const running = await runningSandboxes(host);
  return running.filter(({ listed }) => listed.running).map(({ listed }) => listed.url);
}
