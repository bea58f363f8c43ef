// One process has a data folder. It says so in a file there, by which others find it, and which a
// killed process leaves behind: then the next one takes the folder over.

import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import { version } from '../../lib/identity';
import { makeDirectory } from '../../lib/make-directory';
import { processStart } from '../../lib/process-start';
import { hasCode } from '../../lib/system-error';
import { writeFailure } from '../../lib/write-failure';
import { parse } from '../schemas/parse';
import { ask } from './ask';

/** Name of the file in a data folder. */
export const ownerFile = 'sandbox.json';

const ownerSchema = z.object({
  instance: z.string(),
  pid: z.int().check(z.gte(1)),
  /** When the process started, as `processStart` tells it. */
  process_start: z.nullable(z.string()),
  started_at: z.string(),
  version: z.string(),
  /** Where it is reached, as `http://127.0.0.1:8787`; null while it starts. */
  origin: z.nullable(z.string()),
  port: z.nullable(z.int().check(z.gte(1), z.lte(65535))),
});

/** The process that has a data folder. */
export type Owner = z.infer<typeof ownerSchema>;

/** A data folder that this process has. */
export interface Ownership {
  /** Tells where the sandbox is reached. */
  announce(origin: string, port: number): void;
  /** Gives the folder back. */
  release(): void;
}

/** What the owner file says; undefined without one, or when it is damaged. */
export function readOwner(folder: string): Owner | undefined {
  try {
    const text = readFileSync(join(folder, ownerFile), 'utf8');
    const parsed = parse(ownerSchema, JSON.parse(text));
    return 'value' in parsed ? parsed.value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Whether the owner still runs: the process of that number is the one that wrote the file. Where the
 * system does not tell, the sandbox itself is asked.
 */
export async function isRunning(owner: Owner): Promise<boolean> {
  const start = processStart(owner.pid);
  if (start === undefined) return false;
  if (start !== null && owner.process_start !== null) return start === owner.process_start;
  const health =
    owner.origin === null ? undefined : await ask(owner.origin, 'GET', '/_sandbox/health');
  const told = parse(z.object({ instance: z.string() }), health);
  return 'value' in told && told.value.instance === owner.instance;
}

function taken(folder: string, owner: Owner | undefined): WaypostError {
  const where = owner?.origin ? ` at ${owner.origin}/v1 (process ${owner.pid})` : '';
  return new WaypostError('invalid_input', `A sandbox already runs on ${folder}${where}.`, {
    hint: 'Use that one, stop it with `waypost sandbox stop`, or start another with --data <folder> and --port <n>.',
    details: {
      data: folder,
      pid: owner?.pid ?? null,
      url: owner?.origin ? `${owner.origin}/v1` : null,
    },
  });
}

/** Puts a file in place only where none is; whole from its first moment where files can be linked. */
function putNew(path: string, content: string, instance: string): boolean {
  const temporary = `${path}.${instance}`;
  try {
    writeFileSync(temporary, content, { mode: 0o600 });
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) throw error;
      writeFileSync(path, content, { mode: 0o600, flag: 'wx' });
    }
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Takes away the file of an owner that is gone, and only that one: another may have come meanwhile. */
function removeStale(path: string, stale: Owner | undefined, instance: string): void {
  const aside = `${path}.stale.${instance}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const found = parse(ownerSchema, readJson(aside));
  const moved = 'value' in found ? found.value.instance : undefined;
  if (moved !== stale?.instance) {
    try {
      linkSync(aside, path);
    } catch {
      // A third one was quicker; the owner that was moved sees that when it looks again.
    }
  }
  rmSync(aside, { force: true });
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Takes a data folder for this process.
 * @param instance random name of this sandbox, which tells it from every other.
 * @throws WaypostError `invalid_input` when a running sandbox has it, `write_failed` when the folder
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
  const content = (): string => `${JSON.stringify(owner, undefined, 2)}\n`;
  try {
    makeDirectory(folder, 0o700);
    for (let attempt = 0; !putNew(path, content(), instance); attempt += 1) {
      const other = readOwner(folder);
      if (attempt > 20 || (other && (await isRunning(other)))) throw taken(folder, other);
      removeStale(path, other, instance);
    }
  } catch (error) {
    throw writeFailure(
      `The data folder ${folder}`,
      error,
      'Make the folder writable, or start with another one (--data) or with --memory.',
    );
  }
  const isMine = (): boolean => readOwner(folder)?.instance === instance;
  if (!isMine()) throw taken(folder, readOwner(folder));
  return {
    announce(origin, port) {
      if (!isMine()) throw taken(folder, readOwner(folder));
      Object.assign(owner, { origin, port });
      const temporary = `${path}.${instance}`;
      writeFileSync(temporary, content(), { mode: 0o600 });
      renameSync(temporary, path);
    },
    release() {
      if (isMine()) rmSync(path, { force: true });
    },
  };
}
