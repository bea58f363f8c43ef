// Processes by their numbers: whether a number still means the same process, and the end of one with all it started.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { findProgram } from './program';
import { hasCode } from './system-error';

/**
 * Identifies the range in which process numbers are unique: this host, and on Linux its namespace of process
 * numbers, because containers may share the name of their host.
 */
export function processNamespace(): string {
  const space = quietly(() => readlinkSync('/proc/self/ns/pid'));
  return space === undefined ? hostname() : `${hostname()}/${space}`;
}

/**
 * When a process started, as text to compare: undefined if there is no such process, null if the system does
 * not report it. Numbers are reused, so the start time counts too.
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
 * On Linux: the boot and the tick in it; undefined for a process that has ended and was not reaped by its
 * parent.
 */
function startOnLinux(pid: number): string | undefined {
  const stat = readQuietly(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets; it may contain spaces and brackets.
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
 * Kills the process with this number and its descendants; `leadsGroup` says that it leads a process group,
 * whose members are killed too, even if their parent has ended. A process that has ended is no error.
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
  // The list grows during the loop: children are followed by their children.
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
    // The command gets only these variables: the environment may hold secrets.
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
