// Ends a program and every process it started.
import { execFileSync } from 'node:child_process';
import { findProgram } from './program';

/**
 * Kills the process with this number and its descendants; `leadsGroup` says that it leads a process group,
 * whose members are killed too, even if their parent has ended. A process that has ended is no error.
 */
export function endTree(pid: number | undefined, leadsGroup: boolean): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    quietly(() =>
      execFileSync(findProgram('taskkill', process.env), ['/pid', String(pid), '/t', '/f'], {
        stdio: 'ignore',
      }),
    );
    return;
  }
  const descendants = descendantsOf(pid);
  if (leadsGroup) quietly(() => process.kill(-pid, 'SIGKILL'));
  for (const one of [pid, ...descendants]) quietly(() => process.kill(one, 'SIGKILL'));
}

function descendantsOf(pid: number): number[] {
  const list = quietly(() =>
    execFileSync(findProgram('ps', process.env), ['-A', '-o', 'pid=,ppid='], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    }),
  );
  const processes = (list ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const found = [pid];
  // The list grows during the loop: children are followed by their children.
  for (const parent of found) {
    for (const [child, above] of processes) {
      if (child !== undefined && above === parent && !found.includes(child)) found.push(child);
    }
  }
  return found.slice(1);
}

function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
