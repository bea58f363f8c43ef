// The lock on a data directory, held by the kernel: a socket in the directory on which its process listens.
//
// Why a socket: Node has no flock; the locks of SQLite work in Node 22 and up, but the WebAssembly build for
// Node 20 has none of the kernel's; a process number has no meaning in another container. Every process that
// sees the directory can tell whether a process listens on the socket, and the listening ends with the
// process.
//
// How: every process that wants the directory creates a socket with a name of its own, checks all others, and
// has the directory if no other is listened on. Of two processes at once, the one that checks later sees
// both. A socket gets its public name (a rename) only when it is listened on, so a public one that refuses
// connections is dead and may be removed by anyone.
//
// The name in the directory is also the fence: a sandbox acknowledges a write only while its own name exists
// (store/fence.ts). A process that takes the directory over, by removing the socket or from a machine that
// cannot reach it, removes that name first.

import { createHash, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { makeDirectory } from '../../lib/directory';
import { hasCode } from '../../lib/system-error';
import { parse } from '../schemas/parse';
import { askLocally, listenLocally } from './local-socket';

const prefix = 'lock-';
const unfinished = '.new';

/** How long several processes may take to agree on the owner of the directory, in milliseconds. */
const maxWaitMs = 10_000;

/** A directory that this process holds. */
export interface Lock {
  /** Whether no other process has taken the directory since. Cheap: one call to the file system. */
  isHeld(): boolean;
  release(): void;
}

/** Another process has the directory; `document` is its answer, if any. */
export class Locked extends Error {
  readonly document: unknown;

  constructor(document: unknown) {
    super('another process has the directory');
    this.document = document;
  }
}

/** A file system without sockets, such as a directory shared with a virtual machine. */
const withoutSockets = ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EINVAL'];

const heldSchema = z.object({ held: z.boolean() });

/** Whether the listening process has the directory. One that does not answer has: the wait is short. */
function isHolder(document: unknown): boolean {
  const parsed = parse(heldSchema, document);
  return !('value' in parsed) || parsed.value.held;
}

const locksIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.startsWith(prefix));

/**
 * Every socket in a directory with a listening process, except `own`. With `own`, dead ones are removed.
 */
async function otherLocks(directory: string, own?: string) {
  const names = locksIn(directory).filter((name) => name !== own);
  const asked = names.map(async (name) => ({ name, ...(await askLocally(join(directory, name))) }));
  const found = await Promise.all(asked);
  for (const { name, listens } of found) {
    if (!listens && own !== undefined) rmSync(join(directory, name), { force: true });
  }
  // One that gave up meanwhile may have closed the connection without an answer.
  return found.flatMap((one) =>
    one.listens && !one.name.endsWith(unfinished) && existsSync(join(directory, one.name))
      ? [one]
      : [],
  );
}

/** The answer of the process that has a directory; undefined if none has it. */
export async function askHolder(folder: string): Promise<{ document: unknown } | undefined> {
  if (process.platform === 'win32') {
    const answer = await askLocally(pipeOf(folder));
    return answer.listens ? answer : undefined;
  }
  for (const directory of [folder, substituteFor(folder)]) {
    if (!existsSync(directory)) continue;
    const [holder] = (await otherLocks(directory)).filter(({ document }) => isHolder(document));
    if (holder) return holder;
  }
  return undefined;
}

/** A name for a directory that is the same for every path to it. */
function folderDigest(folder: string): string {
  const { dev, ino } = lstatSync(`${folder}/.`);
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24);
}

const pipeOf = (folder: string): string => `\\\\.\\pipe\\waypost-sandbox-${folderDigest(folder)}`;

/** Directory of the sockets for directories that cannot hold any: for this user only, on this machine. */
function substituteFor(folder: string): string {
  return existsSync(folder)
    ? join(tmpdir(), `waypost-${process.getuid?.()}-${folderDigest(folder)}`)
    : folder;
}

function makePrivate(directory: string): void {
  makeDirectory(directory, 0o700);
  const { uid, mode } = lstatSync(directory);
  if (uid !== process.getuid?.() || (mode & 0o077) !== 0) {
    throw Object.assign(new Error(`EACCES: ${directory} is open to other users`), {
      code: 'EACCES',
    });
  }
}

/** Creates a socket with a name of its own. */
async function putUp(directory: string, name: string, document: () => unknown): Promise<Server> {
  const path = join(directory, name);
  for (let attempt = 1; ; attempt += 1) {
    const server = await listenLocally(path + unfinished, document);
    try {
      renameSync(path + unfinished, path);
      return server;
    } catch (error) {
      server.close();
      // Another process saw it before it was listened on, and removed it as dead.
      if (attempt === 10 || !hasCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Agrees with other processes that want the directory. Throws `Locked` if another one has it. */
async function agree(directory: string, document: () => object): Promise<Lock> {
  const name = prefix + randomBytes(9).toString('base64url');
  const path = join(directory, name);
  const deadline = performance.now() + maxWaitMs;
  const state = { held: false };
  for (;;) {
    const server = await putUp(directory, name, () => ({ ...document(), ...state }));
    const takeDown = (): void => {
      rmSync(path, { force: true });
      server.close();
    };
    try {
      for (;;) {
        const others = await otherLocks(directory, name);
        const holder = others.find((other) => isHolder(other.document));
        if (holder || performance.now() > deadline) throw new Locked(holder?.document);
        if (others.length === 0) {
          if (!existsSync(path)) break;
          state.held = true;
          return { isHeld: () => existsSync(path), release: takeDown };
        }
        // Of several processes, the one with the first name keeps checking; the others start again.
        if (others.some((other) => other.name < name)) break;
        await wait(2);
      }
    } catch (error) {
      takeDown();
      throw error;
    }
    takeDown();
    await wait(5 + Math.random() * 20);
  }
}

/** Creates a plain file as the fence, if the socket is in another directory. */
function withFence(folder: string, lock: Lock): Lock {
  const name = prefix + randomBytes(9).toString('base64url');
  for (const other of locksIn(folder)) rmSync(join(folder, other), { force: true });
  const path = join(folder, name);
  writeFileSync(path, '', { mode: 0o600, flag: 'wx' });
  return {
    isHeld: () => existsSync(path) && lock.isHeld(),
    release() {
      rmSync(path, { force: true });
      lock.release();
    },
  };
}

/** On Windows a pipe: its name can be taken once, and is free again when its process ends. */
async function takePipe(folder: string, document: () => object): Promise<Lock> {
  const path = pipeOf(folder);
  try {
    const server = await listenLocally(path, () => ({ ...document(), held: true }));
    return withFence(folder, { isHeld: () => true, release: () => void server.close() });
  } catch (error) {
    if (!hasCode(error, 'EADDRINUSE', 'EACCES')) throw error;
    const answer = await askLocally(path);
    throw new Locked(answer.listens ? answer.document : undefined);
  }
}

/**
 * Takes a directory for this process until it ends or releases it.
 * @param document the answer to other processes.
 * @throws Locked if another process has it, else the file system's error.
 */
export async function takeLock(folder: string, document: () => object): Promise<Lock> {
  if (process.platform === 'win32') return takePipe(folder, document);
  try {
    return await agree(folder, document);
  } catch (error) {
    if (!hasCode(error, ...withoutSockets)) throw error;
    const directory = substituteFor(folder);
    makePrivate(directory);
    return withFence(folder, await agree(directory, document));
  }
}
