// Finds running sandboxes, by their data directory, port or registration, asks them, and resets or stops them.

import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import { processStart } from '../../lib/process-start';
import { hasCode } from '../../lib/system-error';
import { parse } from '../parse';
import { type Entry, entriesIn, isAlive, isRunning, readEntry, readOwner } from './registry';

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

/** A thousand requests with long paths fit in. */
const maximumBytes = 4 * 1024 * 1024;

/** The parts of a control call. */
export interface ControlCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Milliseconds; 2000 unless given. */
  timeout?: number | undefined;
}

/** The JSON of the answer. */
export interface ControlAnswer {
  status: number;
  document: unknown;
}

/** Makes a control call; undefined if nothing answers in time, or the answer is no JSON. */
export function controlCall(
  origin: string,
  { method, path, body, timeout = 2000 }: ControlCall,
): Promise<ControlAnswer | undefined> {
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined);
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
    const sent = request(
      new URL(path, origin),
      { method, headers, agent: false, signal: AbortSignal.timeout(timeout) },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
          if (text.length > maximumBytes) answer.destroy();
        });
        answer.on('error', nothing);
        answer.on('close', nothing);
        answer.on('end', () => {
          try {
            resolve({ status: answer.statusCode ?? 0, document: JSON.parse(text) });
          } catch {
            nothing();
          }
        });
      },
    );
    sent.on('error', nothing);
    sent.end(payload);
  });
}

/** Makes a control call; undefined if nothing answers in time, or not with 200 and JSON. */
async function ask(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  timeout?: number,
): Promise<unknown> {
  const answer = await controlCall(origin, { method, path, timeout });
  return answer?.status === 200 ? answer.document : undefined;
}

/** The error of a start on a taken port, with the sandbox that has it; any other error unchanged. */
export async function namePortHolder(
  error: unknown,
  origin: string,
  port: number,
): Promise<unknown> {
  if (!(error instanceof WaypostError) || !hasCode(error.cause, 'EADDRINUSE')) return error;
  const holder = await healthAt(origin);
  const { host } = new URL(origin);
  const kept = holder?.data ? `with its data in ${holder.data}` : 'with everything in memory';
  return new WaypostError(
    'invalid_input',
    holder
      ? `A sandbox already listens on ${host} (process ${holder.pid}), ${kept}.`
      : error.message,
    {
      hint: error.hint,
      cause: error.cause,
      details: {
        conflict: 'port',
        port,
        data: holder?.data ?? null,
        pid: holder?.pid ?? null,
        url: holder?.url ?? null,
      },
    },
  );
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}

/** The next free port above one; 0, for any port, if the next twenty are taken. */
export async function freePortAbove(port: number): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + 20, 65_535); next += 1) {
    if (await isFree(next)) return next;
  }
  return 0;
}

/** A registered sandbox, and whether it answers. */
export interface Registered extends Entry {
  running: boolean;
}

/**
 * The sandboxes registered in a directory, oldest first: those that answer, and those whose process exists.
 * The entry of an ended process is removed.
 */
export async function registered(directory: string): Promise<Registered[]> {
  const names = entriesIn(directory).filter((name) => name.endsWith('.json'));
  const found = names.map(async (name): Promise<Registered[]> => {
    const path = join(directory, name);
    const entry = readEntry(path);
    if (!entry) return [];
    const health = await healthAt(entry.origin);
    const running = health?.pid === entry.pid && health.data === entry.data;
    const alive = isAlive(entry);
    if (!running && alive === false) rmSync(path, { force: true });
    return running || alive ? [{ ...entry, running }] : [];
  });
  const all = (await Promise.all(found)).flat();
  return all.sort((one, other) => one.started_at.localeCompare(other.started_at));
}
