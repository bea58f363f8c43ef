// The lock on a data directory, held by the kernel: a socket in the directory on which its process listens.
//
// Why a socket: Node has no flock; the locks of SQLite hold in Node 22 and up, but the WebAssembly build
// that Node 20 needs has none of the kernel's; a process number says nothing in another container. Whether
// a socket is listened on is known to every process that sees the directory, and ends with the process.
//
// How: every process that wants the directory puts up a socket under a name of its own, looks at all others,
// and has the directory once it sees no other that is listened on. Of two at once the later look sees both.
// A socket gets its public name (a rename) only when it is listened on, so a public one that refuses is
// dead for good and may be removed by anyone.
//
// The name in the directory is also the fence: a sandbox acknowledges a write only while its own name is
// still there (store/fence.ts). Whoever takes the directory over, by removing the socket or from a machine
// that cannot reach it, removes that name first.

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

/** How long several processes may take to agree who has the directory, in milliseconds. */
const maxWaitMs = 10_000;

/** A directory that this process has. */
export interface Lock {
  /** Whether nobody has taken the directory since. Cheap: one look at the file system. */
  isHeld(): boolean;
  release(): void;
}

/** Another process has the directory; `document` is what it says of itself, if anything. */
export class Locked extends Error {
  readonly document: unknown;

  constructor(document: unknown) {
    super('another process has the folder');
    this.document = document;
  }
}

/** A file system without sockets, as directories shared with a virtual machine may be. */
const withoutSockets = ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EPERM', 'EINVAL'];

const heldSchema = z.object({ held: z.boolean() });

/** Whether what listens has the directory. One that does not answer has: only a moment is spent without it. */
function isHolder(document: unknown): boolean {
  const parsed = parse(heldSchema, document);
  return !('value' in parsed) || parsed.value.held;
}

const locksIn = (directory: string): string[] =>
  readdirSync(directory).filter((name) => name.startsWith(prefix));

/** Every socket in a directory that somebody listens on, but `own`. One that has an own removes dead ones. */
async function otherLocks(directory: string, own?: string) {
  const names = locksIn(directory).filter((name) => name !== own);
  const asked = names.map(async (name) => ({ name, ...(await askLocally(join(directory, name))) }));
  const found = await Promise.all(asked);
  for (const { name, listens } of found) {
    if (!listens && own !== undefined) rmSync(join(directory, name), { force: true });
  }
  // One that gave up meanwhile may have closed the connection before it answered.
  return found.flatMap((one) =>
    one.listens && !one.name.endsWith(unfinished) && existsSync(join(directory, one.name))
      ? [one]
      : [],
  );
}

/** What the process that has a directory says of itself; undefined where none has it. */
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

/** A name for a directory that is the same by whatever path it is reached. */
function folderDigest(folder: string): string {
  const { dev, ino } = lstatSync(`${folder}/.`);
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24);
}

const pipeOf = (folder: string): string => `\\\\.\\pipe\\waypost-sandbox-${folderDigest(folder)}`;

/** Where the sockets of a directory are that can hold none: for this user alone, on this machine. */
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

/** Puts up a socket under a name of its own. */
async function putUp(directory: string, name: string, document: () => unknown): Promise<Server> {
  const path = join(directory, name);
  for (let attempt = 1; ; attempt += 1) {
    const server = await listenLocally(path + unfinished, document);
    try {
      renameSync(path + unfinished, path);
      return server;
    } catch (error) {
      server.close();
      // Another process saw it before it was listened on, and removed it as a leftover.
      if (attempt === 10 || !hasCode(error, 'ENOENT')) throw error;
    }
  }
}

/** Agrees with whoever else wants the directory. Throws `Locked` where another has it. */
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
        // Of several that want it the first name keeps looking; the others begin again.
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

/** Leaves a plain file as the fence where the socket itself is elsewhere. */
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
 * Takes a directory for this process until it ends or gives it back.
 * @param document what is told to those who ask who has it.
 * @throws Locked where another process has it, else the file system's error.
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
