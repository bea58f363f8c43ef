// Identifies processes by their ID and start time, and kills a process together with its descendants.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { findProgram } from './program';
import { hasCode } from './system-error';

/**
 * Returns a name for the namespace in which process IDs are unique: the host name, and on Linux also the PID namespace,
 * because several containers can have the same host name.
 */
export function processNamespace(): string {
  const space = quietly(() => readlinkSync('/proc/self/ns/pid'));
  return space === undefined ? hostname() : `${hostname()}/${space}`;
}

/**
 * Returns the start time of a process as text. The start time distinguishes a process from an earlier process with the
 * same ID, because the system reuses process IDs. Returns undefined if the process does not exist, or null if the
 * system does not report the start time.
 */
export function processStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): string | null | undefined {
  if (platform === 'linux' && readQuietly('/proc/self/stat')) return startOnLinux(pid);
  if (!processExists(pid)) return undefined;
  if (platform === 'win32') return null;
  try {
    return ps(['-o', 'lstart=', '-p', String(pid)]).trim() || undefined;
  } catch {
    return null;
  }
}

/**
 * Returns the boot ID and the clock tick at which a process started on Linux. Returns undefined if the process is a
 * zombie, which has ended but whose parent has not yet waited for it.
 */
function startOnLinux(pid: number): string | undefined {
  const stat = readQuietly(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses. The name can contain spaces and parentheses.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, tick] = [fields?.[0], fields?.[19]];
  if (!tick || state === 'Z' || state === 'X') return undefined;
  return `${readQuietly('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${tick}`;
}

function processExists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

/**
 * Kills a process and its descendants. If `leadsGroup` is true, also kills the other processes in the group that this
 * process leads, even if their parent has ended. Ignores processes that have ended.
 */
export function killProcessTree(pid: number | undefined, leadsGroup: boolean): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    const args = ['/pid', String(pid), '/t', '/f'];
    quietly(() => execFileSync(findProgram('taskkill', process.env), args, { stdio: 'ignore' }));
    return;
  }
  const descendants = descendantsOf(pid);
  if (leadsGroup) quietly(() => process.kill(-pid, 'SIGKILL'));
  for (const one of [pid, ...descendants]) quietly(() => process.kill(one, 'SIGKILL'));
}

function descendantsOf(pid: number): number[] {
  const list = quietly(() => ps(['-A', '-o', 'pid=,ppid='], 2000)) ?? '';
  const processes = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  // The list grows during the loop, because the loop adds the children of each process.
  for (const parent of found) {
    for (const [child, above] of processes) {
      if (child !== undefined && above === parent && !found.includes(child)) found.push(child);
    }
  }
  return found.slice(1);
}

function ps(args: readonly string[], timeout?: number): string {
  return execFileSync(findProgram('ps', process.env), args, {
    encoding: 'utf8',
    // `ps` receives only these variables, because other variables can contain secrets.
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout,
  });
}

function readQuietly(path: string): string | undefined {
  return quietly(() => readFileSync(path, 'utf8'));
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
