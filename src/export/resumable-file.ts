// The unfinished export beside its target: the data, the state from which another run goes on, and a
// lock so that two runs never write the same (contract, section 10).
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { invalidInput, WaypostError } from '../lib/errors';
import { syncDirectory } from '../lib/sync-directory';
import type { Checkpoint } from './export';
import type { Json } from './format';
import { RunLock } from './run-lock';
import { writeFailed } from './write-failed';

const stateVersion = 1;

/** What a run must have in common with the one it goes on from, and the range, which it takes over. */
export interface SavedRequest {
  /** What makes the bytes what they are: service, key, licensee, format and its options. No secrets. */
  identity: { [name: string]: Json };
  /** The range as it was typed, to notice another one. */
  typed: { [name: string]: Json };
  start: number;
  end: number;
  explicit: boolean;
}

/** Content of the state file. */
export interface SavedExport {
  request: SavedRequest;
  checkpoint: Checkpoint;
}

/** The files beside one target. */
export class Partial {
  readonly target: string;
  readonly data: string;
  readonly #state: string;
  readonly #lock: RunLock;

  constructor(target: string) {
    this.target = target;
    this.data = join(dirname(target), `.${basename(target)}.waypost-partial`);
    this.#state = `${this.data}.json`;
    this.#lock = new RunLock(`${this.data}.lock`);
  }

  /** Keeps other runs away from these files. Throws `write_failed` where one is at work, or no file can be created. */
  lock(): void {
    let isOurs: boolean;
    try {
      isOurs = this.#lock.take();
    } catch (error) {
      throw writeFailed(this.target, error);
    }
    if (isOurs) return;
    throw new WaypostError('write_failed', `Another run writes ${this.target}.`, {
      hint: `Wait for it to end. If no other waypost runs, remove ${this.#lock.path}.`,
    });
  }

  unlock(): void {
    this.#lock.release();
  }

  /** What an earlier run left to go on from; undefined where there is nothing of use. */
  load(): SavedExport | undefined {
    if (!existsSync(this.data)) return undefined;
    try {
      const value: unknown = JSON.parse(readFileSync(this.#state, 'utf8'));
      return isSavedExport(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }

  /** Writes the state, so that it is the old one or the new one at every moment. */
  save(saved: SavedExport): void {
    const temporary = `${this.#state}.new`;
    try {
      const handle = openSync(temporary, 'w', 0o600);
      try {
        writeSync(handle, `${JSON.stringify({ version: stateVersion, ...saved })}\n`);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      renameSync(temporary, this.#state);
      syncDirectory(dirname(this.#state));
    } catch (error) {
      throw writeFailed(this.#state, error);
    }
  }

  /** Puts the finished data in the target's place. Throws `write_failed`. */
  publish(): void {
    const replaced = `${this.data}-replaced`;
    try {
      const isFolder = statSync(this.target, { throwIfNoEntry: false })?.isDirectory() === true;
      if (isFolder) renameSync(this.target, replaced);
      renameSync(this.data, this.target);
      syncDirectory(dirname(this.target));
      rmSync(replaced, { recursive: true, force: true });
    } catch (error) {
      throw writeFailed(this.target, error);
    }
    rmSync(this.#state, { force: true });
  }

  /** Removes what an export left that is not to be gone on with. */
  discard(): void {
    for (const path of [this.data, this.#state, `${this.#state}.new`]) {
      rmSync(path, { recursive: true, force: true });
    }
  }
}

/** A short name for a secret, that does not give it away. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32);
}

/**
 * Refuses a target that is in the way. With `force` a file may be replaced, and a folder where it holds
 * nothing but an earlier export by day. Throws `invalid_input`.
 */
export function checkTarget(target: string, force: boolean, byDay: boolean): void {
  const found = statSync(target, { throwIfNoEntry: false });
  if (found === undefined) return;
  if (byDay) {
    if (!found.isDirectory()) throw invalidInput(`${target} is there, and no folder.`, elsewhere);
    const strangers = readdirSync(target).filter((name) => !name.startsWith('date='));
    if (strangers.length > 0) {
      throw invalidInput(`${target} holds other things than an export by day.`, elsewhere);
    }
  } else if (found.isDirectory()) {
    throw invalidInput(`${target} is a folder.`, 'Name a file in it.');
  } else if (!found.isFile()) {
    throw invalidInput(`${target} is no regular file.`, 'Leave -o out and redirect the output.');
  }
  if (!force) throw invalidInput(`${target} is there already.`, 'Replace it with --force.');
}

const elsewhere = 'Name another folder with -o.';

function isSavedExport(value: unknown): value is SavedExport {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'version' in value &&
    value.version === stateVersion &&
    'request' in value &&
    'checkpoint' in value
  );
}
