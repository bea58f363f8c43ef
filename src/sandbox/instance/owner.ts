// The owner of a data directory: the lock decides (lock.ts), and a file tells tools the sandbox's address.
// The file may be removed or overwritten while a sandbox runs: nothing depends on it.

import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '../../lib/directory';
import { WaypostError } from '../../lib/errors';
import { version } from '../../lib/identity';
import { processStart } from '../../lib/process-start';
import { readSmallFile } from '../../lib/small-file';
import { writeFailure } from '../../lib/write-failure';
import { parse } from '../schemas/parse';
import { ask } from './ask';
import { askHolder, type Lock, Locked, takeLock } from './lock';

/** Name of the file in a data directory. */
export const ownerFile = 'sandbox.json';

const ownerSchema = z.object({
  instance: z.string(),
  pid: z.int().check(z.gte(1)),
  /** When the process started, as `processStart` reports it. */
  process_start: z.nullable(z.string()),
  started_at: z.string(),
  version: z.string(),
  /** Its address, as `http://127.0.0.1:8787`; null while it starts. */
  origin: z.nullable(z.string().check(z.refine((text) => URL.canParse(text)))),
  port: z.nullable(z.int().check(z.gte(1), z.lte(65535))),
});

/** The process that has a data directory. */
export type Owner = z.infer<typeof ownerSchema>;

/** A data directory that this process holds. */
export interface Ownership {
  /** Whether no other process has taken the directory since. */
  isHeld(): boolean;
  /** Publishes the sandbox's address. */
  announce(origin: string, port: number): void;
  /** Releases the directory. */
  release(): void;
}

function ownerOf(document: unknown): Owner | undefined {
  const parsed = parse(ownerSchema, document);
  return 'value' in parsed ? parsed.value : undefined;
}

/** The content of the owner file; undefined without one, or if it is damaged. */
function readOwner(folder: string): Owner | undefined {
  try {
    return ownerOf(JSON.parse(readSmallFile(join(folder, ownerFile)).text));
  } catch {
    return undefined;
  }
}

/**
 * The process that has a data directory: by its own answer, else by the owner file; undefined if none has it.
 */
export async function findOwner(folder: string): Promise<Owner | undefined> {
  const written = readOwner(folder);
  const holder = await askHolder(folder);
  if (holder) return ownerOf(holder.document) ?? written;
  // A sandbox of the first version has no lock, only the file.
  return written && (await isRunning(written)) ? written : undefined;
}

/**
 * Whether the process of an owner file still runs: the process with that number must be the one that wrote
 * it. If the system does not know, the sandbox itself is asked.
 */
async function isRunning(owner: Owner): Promise<boolean> {
  const start = processStart(owner.pid);
  if (start === undefined) return false;
  if (start !== null && owner.process_start !== null) return start === owner.process_start;
  const health =
    owner.origin === null ? undefined : await ask(owner.origin, 'GET', '/_sandbox/health');
  const told = parse(z.object({ instance: z.string() }), health);
  return 'value' in told && told.value.instance === owner.instance;
}

/** The error of a start on a directory that another process has. */
function folderTaken(folder: string, owner: Owner | undefined): WaypostError {
  const where = owner?.origin ? ` at ${owner.origin}/v1` : '';
  const who = owner === undefined ? '' : ` (process ${owner.pid})`;
  return new WaypostError('invalid_input', `A sandbox already runs on ${folder}${where}${who}.`, {
    hint: 'Use that one, stop it with `waypost sandbox stop`, or start another with --data <directory> and --port <n>.',
    details: {
      conflict: 'data',
      data: folder,
      pid: owner?.pid ?? null,
      url: owner?.origin ? `${owner.origin}/v1` : null,
    },
  });
}

/** Why a running sandbox ends after its directory was taken over. */
export function folderLost(folder: string): WaypostError {
  return new WaypostError(
    'write_failed',
    `The lock in ${folder} is gone: the directory was removed, or another process took it.`,
    {
      hint: 'The sandbox ended, and acknowledged nothing that is not kept there. See what is in the directory, then start it again.',
      details: { data: folder },
    },
  );
}

/**
 * Takes a data directory for this process.
 * @param instance random name of this sandbox, distinct from every other.
 * @throws WaypostError `invalid_input` when a running sandbox has it, `write_failed` when the directory
 * cannot be written.
 */
export async function takeOwnership(
  folder: string,
  instance: string,
  now: number,
): Promise<Ownership> {
  const path = join(folder, ownerFile);
  const owner: Owner = {
    instance,
    pid: process.pid,
    process_start: processStart(process.pid) ?? null,
    started_at: new Date(now).toISOString(),
    version,
    origin: null,
    port: null,
  };
  const write = (): void => {
    const temporary = `${path}.${instance}`;
    writeFileSync(temporary, `${JSON.stringify(owner, undefined, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    });
    renameSync(temporary, path);
  };
  let lock: Lock | undefined;
  try {
    makeDirectory(folder, 0o700);
    lock = await takeLock(folder, () => owner);
    const before = readOwner(folder);
    if (before && (await isRunning(before))) throw folderTaken(folder, before);
    write();
  } catch (error) {
    lock?.release();
    if (error instanceof Locked) {
      throw folderTaken(folder, ownerOf(error.document) ?? readOwner(folder));
    }
    throw writeFailure(`The data directory ${folder}`, error, {
      hint: 'Make the directory writable, or start with another one (--data) or with --memory.',
    });
  }
  const { isHeld, release } = lock;
  return {
    isHeld,
    announce(origin, port) {
      if (!isHeld()) throw folderTaken(folder, readOwner(folder));
      Object.assign(owner, { origin, port });
      write();
    },
    release() {
      if (readOwner(folder)?.instance === instance) rmSync(path, { force: true });
      release();
    },
  };
}
