// The file of a recording. Every line is searched for all known secrets before it is written, and the written
// lines are searched again when a new secret is found.
import { closeSync, fstatSync, fsyncSync, lstatSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { proveWritable, removeIfThere, writeFileAtomically } from '../../lib/atomic-file';
import { makeDirectory } from '../../lib/directory';
import { invalidInput, WaypostError } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import { writeFailure } from '../../lib/write-failure';
import { type Exchange, lineOf, readSession } from './exchange';
import { holdsSecret, redactExchange } from './redact';
import type { Secrets } from './secrets';

/** A secret could not be removed from an exchange; nothing of it was written. */
export class SecretLeft extends Error {}

/** Whether an earlier session is there that can be replaced. A device, a pipe or a link is none. */
function isReplaceable(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isFile() && !found.isDirectory()) {
    throw invalidInput(`${path} is not a regular file.`, 'Name another file.');
  }
  proveWritable(path);
  return true;
}

/** The file of a running recording. */
export class SessionFile {
  readonly path: string;
  readonly #secrets: Secrets;
  /** Undefined as long as an earlier session is there, which the first exchange replaces. */
  #handle: number | undefined;
  /** How many secrets were known when the file was last searched. */
  #searchedFor = 0;

  /**
   * Makes the file, readable for its owner alone. One that is to be replaced stays until there is something to write.
   * @throws WaypostError `invalid_input` where it is there already and not to be replaced, `write_failed`.
   */
  constructor(path: string, secrets: Secrets, replace: boolean) {
    this.path = path;
    this.#secrets = secrets;
    try {
      makeDirectory(dirname(path), 0o700);
      if (replace && isReplaceable(path)) return;
      this.#handle = openSync(path, 'wx', 0o600);
    } catch (error) {
      if (error instanceof WaypostError) throw error;
      if (hasCode(error, 'EEXIST')) {
        throw invalidInput(`${path} exists already.`, 'Replace it with --force.');
      }
      throw writeFailure(path, error);
    }
  }

  /**
   * Adds an exchange, without its secrets.
   * @throws SecretLeft, WaypostError `write_failed`.
   */
  append(exchange: Exchange): void {
    this.search();
    const redacted = redactExchange(exchange, this.#secrets);
    if (holdsSecret(redacted, this.#secrets)) throw new SecretLeft();
    try {
      this.#write(lineOf(redacted));
    } catch (error) {
      throw writeFailure(this.path, error);
    }
  }

  /** Closes the file; all exchanges are on the disk. */
  close(): void {
    if (this.#handle === undefined) return;
    fsyncSync(this.#handle);
    closeSync(this.#handle);
  }

  /** Closes the file and removes it, where this made it and it is still the one at the path. */
  discard(): void {
    if (this.#handle === undefined) return;
    const own = fstatSync(this.#handle);
    closeSync(this.#handle);
    const there = lstatSync(this.path, { throwIfNoEntry: false });
    if (there?.ino === own.ino && there.dev === own.dev) removeIfThere(this.path);
  }

  #write(line: string): void {
    if (this.#handle === undefined) {
      writeFileAtomically(this.path, line);
      this.#handle = openSync(this.path, 'a', 0o600);
      return;
    }
    let rest = Buffer.from(line, 'utf8');
    while (rest.length > 0) rest = rest.subarray(writeSync(this.#handle, rest));
  }

  /** Removes new secrets from the written lines. */
  search(): void {
    if (this.#secrets.size === this.#searchedFor) return;
    this.#searchedFor = this.#secrets.size;
    if (this.#handle === undefined) return;
    const isLeft = (each: Exchange): boolean => holdsSecret(each, this.#secrets);
    const written = readSession(this.path);
    if (!written.some(isLeft)) return;
    const left = written
      .map((each) => redactExchange(each, this.#secrets))
      .filter((each) => !isLeft(each));
    try {
      // Windows cannot replace an open file.
      closeSync(this.#handle);
      writeFileAtomically(this.path, left.map(lineOf).join(''));
    } catch (error) {
      throw writeFailure(this.path, error);
    } finally {
      this.#handle = openSync(this.path, 'a', 0o600);
    }
  }
}
