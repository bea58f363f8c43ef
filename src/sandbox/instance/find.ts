// Finds a running sandbox, by its data directory or its port, and resets or stops it.
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { processStart } from '../../lib/process-start';
import { parse } from '../schemas/parse';
import { ask } from './ask';
import { isRunning, readOwner } from './owner';

/** Selects a sandbox. */
export type SandboxTarget = { folder: string } | { port: number };

/** A sandbox that answers. */
export interface FoundSandbox {
  /** Base URL of the service. */
  url: string;
  /** The same without the version prefix. */
  origin: string;
  port: number;
  pid: number;
  version: string;
  /** Random name of this run. */
  instance: string;
  /** Its data directory; null if all its data is in memory. */
  data: string | null;
}

/** What was found. */
export type Found =
  | { state: 'running'; sandbox: FoundSandbox }
  /** The process is there but does not answer; it may be starting. */
  | { state: 'silent'; pid: number; start: string | null }
  | { state: 'stopped' };

const healthSchema = z.object({
  instance: z.string(),
  pid: z.int().check(z.gte(1)),
  version: z.string(),
  data: z.nullable(z.string()),
});

/** The sandbox at an origin such as `http://127.0.0.1:8787`; undefined if none answers there. */
export async function healthAt(origin: string): Promise<FoundSandbox | undefined> {
  const parsed = parse(healthSchema, await ask(origin, 'GET', '/_sandbox/health'));
  if ('errors' in parsed) return undefined;
  return { ...parsed.value, origin, url: `${origin}/v1`, port: Number(new URL(origin).port) };
}

/** Looks for a sandbox. It runs only if it answers and is the one of the owner file. */
export async function findSandbox(where: SandboxTarget): Promise<Found> {
  if ('port' in where) {
    const sandbox =
      (await healthAt(`http://127.0.0.1:${where.port}`)) ??
      (await healthAt(`http://[::1]:${where.port}`));
    return sandbox ? { state: 'running', sandbox } : { state: 'stopped' };
  }
  const owner = readOwner(where.folder);
  if (!owner) return { state: 'stopped' };
  const sandbox = owner.origin === null ? undefined : await healthAt(owner.origin);
  if (sandbox?.instance === owner.instance) return { state: 'running', sandbox };
  return isRunning(owner)
    ? { state: 'silent', pid: owner.pid, start: owner.process_start }
    : { state: 'stopped' };
}

/** Resets a sandbox; false if it did not answer. */
export async function resetSandbox(sandbox: FoundSandbox): Promise<boolean> {
  return (await ask(sandbox.origin, 'POST', '/_sandbox/reset', 30_000)) !== undefined;
}

/** Waits until a process has ended; false if it still runs at the deadline. */
async function waitUntilGone(
  pid: number,
  start: string | null,
  deadline: number,
): Promise<boolean> {
  while (processStart(pid) === start) {
    if (performance.now() > deadline) return false;
    await wait(20);
  }
  return true;
}

/**
 * Stops a sandbox and waits until its process has ended. One that does not answer gets a signal. False if it
 * still runs after `timeout` milliseconds.
 */
export async function stopSandbox(found: Found, timeout = 10_000): Promise<boolean> {
  if (found.state === 'stopped') return true;
  const pid = found.state === 'running' ? found.sandbox.pid : found.pid;
  const start = processStart(pid);
  // In another container the number belongs to another process, which must not be signalled.
  if (found.state === 'silent' && found.start !== null && start !== found.start) return false;
  if (start === undefined) return true;
  const deadline = performance.now() + timeout;
  const answered =
    found.state === 'running' && (await ask(found.sandbox.origin, 'POST', '/_sandbox/stop'));
  if (!answered && processStart(pid) === start) process.kill(pid, 'SIGTERM');
  return waitUntilGone(pid, start, deadline);
}
