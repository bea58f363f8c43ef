// Whether a process number still means the same process: numbers are reused, so the start time counts too.
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { findProgram } from './program';
import { hasCode } from './system-error';

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Identifies the range in which process numbers are unique: this host, and on Linux its namespace of process
 * numbers, because containers may share the name of their host.
 */
export function processSpace(): string {
  try {
    return `${hostname()}/${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/**
 * On Linux: the boot and the tick in it; undefined for a process that has ended and was not reaped by its
 * parent.
 */
function startOnLinux(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets; it may contain spaces and brackets.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, tick] = [fields?.[0], fields?.[19]];
  if (!tick || state === 'Z' || state === 'X') return undefined;
  return `${readText('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${tick}`;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return hasCode(error, 'EPERM');
  }
}

/**
 * When a process started, as text to compare: undefined if there is no such process, null if the system does
 * not report it.
 */
export function processStart(
  pid: number,
  platform: NodeJS.Platform = process.platform,
): string | null | undefined {
  if (platform === 'linux' && readText('/proc/self/stat')) return startOnLinux(pid);
  if (!exists(pid)) return undefined;
  if (platform === 'win32') return null;
  try {
    const told = execFileSync(
      findProgram('ps', process.env),
      ['-o', 'lstart=', '-p', String(pid)],
      {
        encoding: 'utf8',
        // The command gets only these variables: the environment may hold secrets.
        env: { PATH: process.env.PATH, LC_ALL: 'C' },
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    return told.trim() || undefined;
  } catch {
    return null;
  }
}
