// The log files of detached sandboxes. The log file of an in-memory sandbox is in the registry directory. The log file
// of any other sandbox is in the sandbox's data directory.
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Host } from '../../../../lib/runtime';
import { registryDirectory } from './directories';

const maxLogsInMemory = 50;

/** Returns the path of the log file for a sandbox with this data directory. */
export function logOfDirectory(data: string): string {
  return join(data, 'sandbox.log');
}

/** Returns the path of a new log file for an in-memory sandbox, and removes the oldest log files. */
export function newLogInMemory(system: Pick<Host, 'home'>): string {
  for (const old of logsInMemory(system).slice(maxLogsInMemory)) rmSync(old, { force: true });
  return join(registryDirectory(system), `${randomBytes(9).toString('base64url')}.log`);
}

/**
 * Returns the path of the newest log of an in-memory sandbox. If `port` is set, considers only the logs of sandboxes on
 * this port.
 */
export function newestLogInMemory(system: Pick<Host, 'home'>, port?: number): string | undefined {
  const listened = new RegExp(` Listening at http://\\S+:${port ?? '\\d+'}/`);
  return logsInMemory(system).find((path) => listened.test(readFileSync(path, 'utf8')));
}

/** Returns the log paths of in-memory sandboxes, newest first. */
function logsInMemory(system: Pick<Host, 'home'>): string[] {
  const directory = registryDirectory(system);
  const names = existsSync(directory) ? readdirSync(directory) : [];
  return names
    .filter((name) => name.endsWith('.log'))
    .map((name) => join(directory, name))
    .sort((one, other) => changedAt(other) - changedAt(one));
}

/** Returns the modification time of a file, or 0 if the file was removed. */
function changedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
