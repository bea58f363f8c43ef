// Whether a process is still the one that was meant: numbers of processes are used again, so its start
// counts too.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { childEnvironment } from '../../contract/child-environment';

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** On Linux: the boot and the tick in it; undefined for a process that ended and waits for its parent. */
function startOnLinux(pid: number): string | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  // The second field is the program's name in brackets, and may hold blanks and brackets itself.
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
    // A process of another user exists, too.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * When a process started, as text to compare: undefined when there is no such process, null where the
 * system does not tell.
 */
export function processStart(pid: number): string | null | undefined {
  if (process.platform === 'linux' && readText('/proc/self/stat')) return startOnLinux(pid);
  if (!exists(pid)) return undefined;
  if (process.platform === 'win32') return null;
  try {
    const told = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: childEnvironment(process.env),
    });
    return told.trim() || undefined;
  } catch {
    return null;
  }
}
