// Finds the sandbox that a command uses: the sandbox that --data or --port selects, or the sandbox in use if neither
// option is set.
import { invalidInput, WaypostError } from '../../../../lib/errors';
import type { FoundSandbox } from '../../../../sandbox/control/control-client';
import {
  findSandbox,
  type SandboxTarget,
  type TargetState,
} from '../../../../sandbox/server/running-sandboxes';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { portInUse } from './credentials';
import { registryDirectory, sandboxDirectory } from './directories';
import { runningSandboxes } from './running';
import {
  isSelected,
  noSandbox,
  type SandboxSelection,
  selectedTarget,
  silentSandbox,
} from './selection';

interface SelectionDependencies {
  system: System;
  credentials: Credentials;
}

/** The selected port or data directory, the status of its sandbox, and the sandbox's process ID. */
export interface SeenTarget {
  target: SandboxTarget;
  found: TargetState;
  pid: number | null;
}

/**
 * Checks whether the sandbox at the selected port, or with the selected data directory, is running. If neither --data
 * nor --port is set, checks the sandbox with the default data directory.
 */
export async function lookAtTarget(system: System, options: SandboxSelection): Promise<SeenTarget> {
  const target = selectedTarget(system, options);
  const found = await findSandbox(target, registryDirectory(system));
  return { target, found, pid: pidOf(found) };
}

/** Returns the process ID of a sandbox, or null if the sandbox is stopped. */
export function pidOf(found: TargetState): number | null {
  if (found.state === 'stopped') return null;
  return found.state === 'running' ? found.sandbox.pid : found.pid;
}

/** Returns the sandbox that listens on this port of this machine, or undefined if no sandbox responds. */
export async function sandboxAt(port: number): Promise<FoundSandbox | undefined> {
  const found = await findSandbox({ port });
  return found.state === 'running' ? found.sandbox : undefined;
}

interface Candidates {
  /**
   * True if `sandboxes` contains only the sandbox at the base URL in use, or only the sandbox with the default data
   * directory.
   */
  inUse: boolean;
  sandboxes: FoundSandbox[];
}

/**
 * Returns the sandboxes from which a command chooses if neither --data nor --port is set. If the sandbox at the base
 * URL in use is running, returns only this sandbox. Otherwise, if the sandbox with the default data directory is
 * running, returns only that sandbox. In all other cases, returns every running sandbox.
 */
export async function candidateSandboxes({
  system,
  credentials,
}: SelectionDependencies): Promise<Candidates> {
  const port = await portInUse(credentials);
  const targets: SandboxTarget[] = port === undefined ? [] : [{ port }];
  targets.push({ data: sandboxDirectory(system, undefined) });
  for (const target of targets) {
    const found = await findSandbox(target, registryDirectory(system));
    if (found.state === 'running') return { inUse: true, sandboxes: [found.sandbox] };
  }
  const running = await runningSandboxes(system);
  const sandboxes = running.flatMap(({ found }) =>
    found.state === 'running' ? [found.sandbox] : [],
  );
  return { inUse: false, sandboxes };
}

/**
 * Returns the sandbox that --data or --port selects. If neither option is set, returns the sandbox in use or, if there
 * is none, the only running sandbox.
 * @throws WaypostError `network_error` if no sandbox is running, `timeout` if the selected sandbox does not respond, and
 * `invalid_input` if several sandboxes are running and none of them is selected or in use.
 */
export async function selectedSandbox(
  { system, credentials }: SelectionDependencies,
  options: SandboxSelection,
): Promise<FoundSandbox> {
  return isSelected(options)
    ? namedSandbox(system, options)
    : chosenSandbox({ system, credentials });
}

async function namedSandbox(system: System, options: SandboxSelection): Promise<FoundSandbox> {
  const { target, found } = await lookAtTarget(system, options);
  if (found.state === 'running') return found.sandbox;
  if (found.state === 'silent') throw silentSandbox(target, found.pid);
  throw noSandbox(target, '');
}

async function chosenSandbox({
  system,
  credentials,
}: SelectionDependencies): Promise<FoundSandbox> {
  const { inUse, sandboxes } = await candidateSandboxes({ system, credentials });
  const [only, ...others] = sandboxes;
  if (only === undefined) {
    throw new WaypostError('network_error', 'No sandbox is running.', {
      hint: 'Start a sandbox with `waypost sandbox start`, or with `eval "$(waypost sandbox env)"`.',
    });
  }
  if (inUse || others.length === 0) return only;
  throw invalidInput(
    `${sandboxes.length} sandboxes are running.`,
    `Choose a sandbox: --port ${sandboxes.map(({ port }) => port).join(', --port ')}.`,
  );
}

/**
 * If no option selects a sandbox, returns text that mentions the other running sandboxes and shows how to select one of
 * them. Returns '' if an option selects the sandbox, or if no other sandbox responds.
 */
export async function otherSandboxes(
  { system, credentials }: SelectionDependencies,
  options: SandboxSelection,
  verb: 'stop' | 'status' | 'url' | 'reset' | 'logs',
): Promise<string> {
  if (isSelected(options)) return '';
  const [one, ...others] = (await candidateSandboxes({ system, credentials })).sandboxes;
  if (one === undefined) return '';
  if (others.length > 0) {
    return `${others.length + 1} other sandboxes are running. List the sandboxes with \`waypost sandbox list\`, and choose a sandbox with --port <n>.`;
  }
  const where = one.data === null ? 'in memory' : `with its data in ${one.data}`;
  return `Another sandbox is running at ${one.url}, ${where}. To select this sandbox, use \`waypost sandbox ${verb} --port ${one.port}\`.`;
}
