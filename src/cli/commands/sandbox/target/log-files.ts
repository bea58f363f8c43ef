// The files that detached sandboxes write their own lines to: in the data directory, or in the registry for those in
// memory.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../../../lib/runtime';
import { registryDirectory } from './directories';

const maxLogsInMemory = 50;

/** The log file of a sandbox with this data directory. */
export function logOfDirectory(data: string): string {
  return join(data, 'sandbox.log');
}

/** A new log file for a sandbox without a data directory; the oldest ones are removed. */
export function newLogInMemory(system: Pick<Host, 'home'>): string {
  for (const old of logsInMemory(system).slice(maxLogsInMemory)) rmSync(old, { force: true });
  return join(registryDirectory(system), `${randomBytes(9).toString('base64url')}.log`);
}

/** The newest log of a sandbox in memory, of one that listened on this port. */
export function newestLogInMemory(system: Pick<Host, 'home'>, port?: number): string | undefined {
  const listened = new RegExp(` Listening at http://\\S+:${port ?? '\\d+'}/`);
  return logsInMemory(system).find((path) => listened.test(readFileSync(path, 'utf8')));
}

/** The logs of sandboxes without a data directory, the newest first. */
function logsInMemory(system: Pick<Host, 'home'>): string[] {
  const directory = registryDirectory(system);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(directory, name))
    .sort((one, other) => changedAt(other) - changedAt(one));
}

/** When a file was last changed; 0 for one that is gone. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
