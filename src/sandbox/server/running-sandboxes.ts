// Finds, lists and stops running sandboxes by their registry entries.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { processNamespace, processStart } from '../../lib/processes';
import { hasCode } from '../../lib/system-error';
import {
  type FoundSandbox,
  healthAt,
  instanceProof,
  portOf,
  requestControlJson,
} from '../control/control-client';
import {
  entryFile,
  entryFiles,
  type ReadEntry,
  type RegistryEntry,
  randomName,
  readEntry,
} from './registry-entry';

/** The data directory or the port by which a user selects a sandbox. */
export type SandboxTarget = { data: string } | { port: number };

/**
 * A process on this machine, from a registry entry that belongs to this user. waypost can send signals to the process.
 */
interface OwnProcess {
  pid: number;
  start: string;
}

export type TargetState =
  | { state: 'running'; sandbox: FoundSandbox; process: OwnProcess | undefined }
  /** The process exists but does not respond, for example because it is starting. */
  | { state: 'silent'; pid: number; process: OwnProcess | undefined }
  | { state: 'stopped' };

function ownProcess({ isOwn, machine, pid, process_start }: ReadEntry): OwnProcess | undefined {
  if (!isOwn || machine !== processNamespace() || process_start === null) return undefined;
  return isRunning({ pid, start: process_start }) ? { pid, start: process_start } : undefined;
}

/** True if the process is running. The start time must match the entry, because the system reuses process IDs. */
function isRunning({ pid, start }: OwnProcess): boolean {
  return processStart(pid) === start;
}

/**
 * Returns the state of an entry's sandbox. The state is `running` only if the sandbox responds and proves that it wrote
 * the entry. Otherwise, the state is `silent` if the entry's process exists, or `stopped` if not.
 */
async function stateOf(entry: ReadEntry): Promise<TargetState> {
  const { instance, origin, pid, process_start } = entry;
  const challenge = randomName();
  const sandbox = origin === null ? undefined : await healthAt(origin, challenge);
  if (sandbox !== undefined && sandbox.proof === instanceProof(instance, challenge)) {
    return { state: 'running', sandbox, process: ownProcess(entry) };
  }
  const start = processStart(pid);
  const exists = start !== undefined && (start === null || start === process_start);
  return exists ? { state: 'silent', pid, process: ownProcess(entry) } : { state: 'stopped' };
}

/**
 * Returns the state of the sandbox that uses a data directory or a port.
 * @param directory the directory of the user's registry. The registry's entries identify the sandbox at a port even if
 * the sandbox does not respond.
 */
export async function findSandbox(where: SandboxTarget, directory?: string): Promise<TargetState> {
  if ('port' in where) return findAtPort(where.port, directory);
  const entry = readEntry(join(where.data, entryFile));
  return entry ? stateOf(entry) : { state: 'stopped' };
}

async function findAtPort(port: number, directory: string | undefined): Promise<TargetState> {
  const files = directory === undefined ? [] : entryFiles(directory);
  const entries = files.flatMap((file) => readEntry(file) ?? []);
  const challenge = randomName();
  const sandbox =
    (await healthAt(`http://127.0.0.1:${port}`, challenge)) ??
    (await healthAt(`http://[::1]:${port}`, challenge));
  if (sandbox === undefined) {
    const ofPort = entries.filter(({ origin }) => origin !== null && portOf(origin) === port);
    const found = await Promise.all(ofPort.map(stateOf));
    return found.find(({ state }) => state !== 'stopped') ?? { state: 'stopped' };
  }
  const { data } = sandbox;
  const ofDirectory = data === null ? undefined : readEntry(join(data, entryFile));
  const entry = [...entries, ...(ofDirectory ? [ofDirectory] : [])].find(
    ({ instance }) => sandbox.proof === instanceProof(instance, challenge),
  );
  return { state: 'running', sandbox, process: entry && ownProcess(entry) };
}

export interface Registered extends RegistryEntry {
  origin: string;
  found: Exclude<TargetState, { state: 'stopped' }>;
}

/**
 * Returns the sandboxes in a registry and the sandbox that uses a data directory, oldest first. The list contains
 * sandboxes that respond or whose process exists. Removes the entries of ended processes from the registry.
 */
export async function registered(directory: string, data: string): Promise<Registered[]> {
  const files = [join(data, entryFile), ...entryFiles(directory)];
  const entries = new Map<string, ReadEntry & { file: string }>();
  for (const file of files) {
    const entry = readEntry(file);
    if (entry) entries.set(entry.instance, { ...entry, file });
  }
  const states = [...entries.values()].map(async ({ file, ...entry }): Promise<Registered[]> => {
    const { origin } = entry;
    const found = await stateOf(entry);
    if (origin !== null && found.state !== 'stopped') return [{ ...entry, origin, found }];
    // This function keeps entries from other machines and containers, because this process cannot see whether those
    // sandboxes' processes still exist. The function also keeps the entry in the data directory, because a new sandbox
    // might have replaced this entry in the meantime.
    const isGone = found.state === 'stopped' && entry.machine === processNamespace();
    if (isGone && file !== files[0]) rmSync(file, { force: true });
    return [];
  });
  const all = (await Promise.all(states)).flat();
  return all.sort((one, other) => one.started_at.localeCompare(other.started_at));
}

/**
 * Stops a sandbox and waits until its process has ended. If waypost cannot see the process, for example because the
 * process belongs to another user, waits until the sandbox no longer responds. If the sandbox does not accept the
 * request to stop, this function sends SIGTERM to the process. Returns false if the sandbox is still running after
 * `timeout` milliseconds, or if both the request and the signal fail.
 */
export async function stopSandbox(found: TargetState, timeout = 10_000): Promise<boolean> {
  if (found.state === 'stopped') return true;
  const { process: target } = found;
  const origin = found.state === 'running' ? found.sandbox.origin : undefined;
  const deadline = performance.now() + timeout;
  const isStopping =
    origin !== undefined &&
    (await requestControlJson(origin, 'POST', '/_sandbox/stop')) !== undefined;
  if (!isStopping && (target === undefined || !signalToStop(target))) return false;
  const stillRuns = async () =>
    target === undefined
      ? origin !== undefined && (await healthAt(origin)) !== undefined
      : isRunning(target);
  while (await stillRuns()) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

/**
 * Sends SIGTERM to a process, unless the process has already ended. Returns false if the process belongs to another
 * user.
 */
function signalToStop(target: OwnProcess): boolean {
  if (!isRunning(target)) return true;
  try {
    process.kill(target.pid, 'SIGTERM');
  } catch (error) {
    if (hasCode(error, 'EPERM')) return false;
    if (!hasCode(error, 'ESRCH')) throw error;
  }
  return true;
}
