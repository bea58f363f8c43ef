// The files of an unfinished output, which are next to the output's target. These files are the data, the state from
// which a later run resumes, and a lock that prevents two runs from writing the same output.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { sweepTemporaryFiles, writeFileAtomically, writeFileInBackground } from './atomic-file';
import { isDirectory, syncDirectory } from './directory';
import { type LibReason, WaypostError } from './errors';
import { FileLock } from './file-lock';
import { checkResumable, readSealed, seal } from './sealed-state';
import { isForeign, isHeldByAnother, othersCanReplace } from './small-file';
import { outputWriteFailed, systemError, writingOutput } from './system-error';

/**
 * The maximum size of a saved state, in bytes. The state of a Parquet export grows by about 4 kB for each 32,768 rows.
 */
const maxStateBytes = 128 * 1024 * 1024;

/** The files of an unfinished run, which are next to the run's target. */
export class ResumableFile {
  readonly target: string;
  /**
   * The path of the unfinished data, which is a directory if an export writes a file for each day, and a file
   * otherwise.
   */
  readonly data: string;
  readonly #state: string;
  /** The path to which waypost moves an existing target directory while the finished directory replaces it. */
  readonly #replaced: string;
  readonly #lock: FileLock;
  /** Returns the next state to write in the background. */
  #nextState: (() => object) | undefined;
  #saving: Promise<void> | undefined;

  constructor(target: string) {
    this.target = target;
    this.data = join(dirname(target), `.${basename(target)}.waypost-partial`);
    this.#state = `${this.data}.json`;
    this.#replaced = `${this.data}-replaced`;
    this.#lock = new FileLock(`${this.data}.lock`);
  }

  /**
   * Locks the files. If a run was killed while it replaced a target directory, repairs the target. Also removes the
   * temporary files of killed runs. Throws `write_failed` if another run holds the lock or if no file can be created.
   */
  lock(): void {
    const isTaken = writingOutput(this.target, () => {
      if (!this.#lock.take()) return false;
      this.#recover();
      this.#sweep();
      return true;
    });
    if (isTaken) return;
    throw new WaypostError('write_failed', `Another run is writing ${this.target}.`, {
      reason: 'run_underway' satisfies LibReason,
      about: { lock: this.#lock.path },
    });
  }

  unlock(): void {
    this.#lock.release();
  }

  /**
   * Returns the saved state of an unfinished run, or undefined if there is no unfinished run. Throws `invalid_input` if
   * the state is damaged, or if another user could have written to the file. Never changes the file.
   */
  load(): Record<string, unknown> | undefined {
    const data = lstatSync(this.data, { throwIfNoEntry: false });
    if (data === undefined) return undefined;
    if (!(data.isFile() || data.isDirectory()) || isForeign(data)) {
      throw invalidTarget(
        'state_unusable',
        `${this.data} does not contain the data of an unfinished run.`,
      );
    }
    return readSealed(this.#state, 'saved state', maxStateBytes);
  }

  /** Writes the state atomically. Throws `write_failed` if writing fails or if `load` would reject the state. */
  save(state: object): void {
    writingOutput(this.#state, () => writeFileAtomically(this.#state, seal(state)));
    checkResumable(this.#state);
  }

  /** Writes the newest state in the background. Ignores a failure, which leaves the previous state unchanged. */
  saveInBackground(state: () => object): void {
    this.#nextState = state;
    this.#saving ??= this.#saveStates();
  }

  /** Resolves when no state is being written in the background. */
  async saved(): Promise<void> {
    await this.#saving;
  }

  async #saveStates(): Promise<void> {
    while (this.#nextState !== undefined) {
      const text = seal(this.#nextState());
      this.#nextState = undefined;
      await writeFileInBackground(this.#state, text).catch(() => {});
    }
    this.#saving = undefined;
  }

  /** Moves the finished data to the target. Throws `write_failed` if the data cannot be moved. */
  publish(): void {
    writingOutput(this.target, () => {
      if (isDirectory(this.target)) renameSync(this.target, this.#replaced);
      renameSync(this.data, this.target);
      syncDirectory(dirname(this.target));
      rmSync(this.#replaced, { recursive: true, force: true });
    });
    rmSync(this.#state, { force: true });
  }

  /** Removes the files of a run that will not be resumed. Throws `write_failed` if a file cannot be removed. */
  discard(): void {
    for (const path of [this.data, this.#state]) {
      writingOutput(path, () => rmSync(path, { recursive: true, force: true }));
    }
  }

  /** Removes temporary files. Ignores errors, for example if a file belongs to another user. */
  #sweep(): void {
    for (const path of [this.data, this.#state]) {
      try {
        sweepTemporaryFiles(path);
      } catch {}
    }
  }

  /**
   * Completes or reverts a replacement that a killed run did not finish: moves the old directory back to the target, or
   * removes the old directory if the new directory is already at the target.
   */
  #recover(): void {
    if (!existsSync(this.#replaced)) return;
    if (existsSync(this.target)) rmSync(this.#replaced, { recursive: true });
    else renameSync(this.#replaced, this.target);
    syncDirectory(dirname(this.target));
  }
}

/** Returns a digest that identifies a secret without revealing it. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('hex').slice(0, 32);
}

/**
 * Throws `invalid_input` if the target exists. If `force` is true, allows an existing file or, for an export by day, a
 * directory that contains only an earlier export by day. Throws `write_failed` if the path cannot be read, or if the
 * directory's sticky bit prevents this user from replacing the file.
 */
export function checkTarget(target: string, force: boolean, byDay: boolean): void {
  const found = writingOutput(target, () => statSync(target, { throwIfNoEntry: false }));
  if (found === undefined) return;
  if (byDay) {
    if (!found.isDirectory()) {
      throw invalidTarget('target_elsewhere', `${target} is not a directory.`);
    }
    const others = readdirSync(target).filter((name) => !name.startsWith('date='));
    if (others.length > 0) {
      const message = `${target} contains files that are not part of an export partitioned by day.`;
      throw invalidTarget('target_elsewhere', message);
    }
  } else if (found.isDirectory()) {
    throw invalidTarget('target_is_directory', `${target} is a directory.`);
  } else if (!found.isFile()) {
    throw invalidTarget('target_irregular', `${target} is not a regular file.`);
  }
  if (!force) throw invalidTarget('target_exists', `${target} already exists.`);
  if (isHeldByAnother(lstatSync(target), statSync(dirname(target)))) {
    throw outputWriteFailed(target, systemError('EPERM', 'only its owner can replace it'));
  }
}

/**
 * Returns a warning if other users can remove or replace the files that a run writes next to the target, or undefined
 * if they cannot.
 */
export function sharedDirectoryWarning(target: string): string | undefined {
  const directory = dirname(target);
  return othersCanReplace(directory)
    ? `Other users can remove or replace files in ${directory}, such as ${basename(target)} and the saved state for --resume.`
    : undefined;
}

function invalidTarget(reason: LibReason, message: string): WaypostError {
  return new WaypostError('invalid_input', message, { reason });
}
