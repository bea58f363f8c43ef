// Saves results for later runs (`--cache`). All runs append to the same file. Each line contains a result with its time
// and a checksum. A run ignores lines that are incomplete, too old or changed. If another user could have written to
// the file, the run ends with an error. When the file is full, the next run renames the file and starts a new file.
// waypost keeps only the newest renamed file.
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateDirectory, retryOnWindows } from '../lib/atomic-file';
import { jsonText, parseJson } from '../lib/exact-json';
import { FileLock } from '../lib/file-lock';
import { checksumOf } from '../lib/sealed-state';
import { openOwnFile } from '../lib/small-file';
import { hasCode } from '../lib/system-error';
import { DigestTable, digestLength, digestOf } from './digest-table';
import { lineAt } from './journal-lines';
import { batchRefused } from './reasons';

/** The size in bytes at which a cache file is full. waypost keeps at most two cache files. */
const maxFileBytes = 64 * 1024 * 1024;
/** The maximum length of a line that waypost saves, in bytes. */
const maxLineBytes = 256 * 1024;
const chunkBytes = 1024 * 1024;

const digestChars = digestLength * (4 / 3);
const linePrefix = new RegExp(`^([\\w+/]{${digestChars}}) (\\d{1,16}) `);

/** The service and the account whose cached results a run can use, and the maximum age of a result. */
export interface CacheUse {
  directory: string;
  service: URL;
  apiKey: string;
  /** The maximum age in milliseconds. */
  ttlMs: number;
  /** Returns the current time in milliseconds since the epoch. */
  now(): number;
}

/** The results of earlier runs for one account at one service. */
export class AnswerCache {
  readonly #use: CacheUse;
  readonly #scope: string;
  /**
   * The file descriptors: first the file to which waypost appends results, and then the previous file, if it exists.
   */
  #files: number[];
  #length: number;
  /**
   * The location of each cached result, by request. Each location is twice the position of the result's line, plus the
   * index of the line's file descriptor in `#files`.
   */
  readonly #lines = new DigestTable();
  #failure: unknown;
  #damaged = 0;

  private constructor(use: CacheUse, files: number[]) {
    this.#use = use;
    this.#files = files;
    this.#length = fstatSync(files[0] ?? 0).size;
    const account = createHash('sha256').update(use.apiKey).digest('hex');
    this.#scope = `${use.service.href} ${account} `;
  }

  /**
   * Opens the cache. Throws `invalid_input` if the cache's files cannot be opened or if another user could have written
   * to the files.
   */
  static open(use: CacheUse): AnswerCache {
    const path = join(use.directory, 'answers');
    try {
      ensurePrivateDirectory(use.directory);
      const cache = new AnswerCache(use, openFiles(path));
      cache.#index();
      return cache;
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/, .*$/, '') : String(error);
      const message = `waypost cannot use the cached results in ${path}: ${reason}.`;
      throw batchRefused('cache_unusable', message, { details: { path } });
    }
  }

  /** The number of lines that were changed after waypost wrote them. waypost ignores the results in these lines. */
  get damaged(): number {
    return this.#damaged;
  }

  /** The error that prevented waypost from saving a result, or undefined if there was no error. */
  get failure(): unknown {
    return this.#failure;
  }

  has(digest: string): boolean {
    return this.get(digest) !== undefined;
  }

  get(digest: string): { result: unknown } | undefined {
    const key = this.#keyOf(digest);
    const place = this.#lines.get(key);
    if (place === undefined) return undefined;
    const line = lineAt(this.#files[place % 2] ?? 0, Math.floor(place / 2));
    const [body, checksum] = [line.slice(0, -17), line.slice(-16)];
    if (body.startsWith(key) && checksum === checksumOf(body)) {
      return { result: parseJson(body.replace(linePrefix, '')) };
    }
    this.#damaged += 1;
    return undefined;
  }

  /** Saves the result of a request. If saving fails, the batch continues without saving more results. */
  add(digest: string, result: unknown): void {
    if (this.#failure !== undefined || this.#length > maxFileBytes) return;
    const body = `${this.#keyOf(digest)} ${this.#use.now()} ${jsonText(result)}`;
    const line = Buffer.from(`${body} ${checksumOf(body)}\n`);
    if (line.length > maxLineBytes) return;
    try {
      // A single synchronous write prevents the lines of concurrent runs from mixing.
      writeSync(this.#files[0] ?? 0, line);
      this.#length += line.length;
    } catch (error) {
      this.#failure = error;
    }
  }

  close(): void {
    for (const file of this.#files.splice(0)) closeSync(file);
  }

  /** Returns a digest that depends on the request, the service and the account. */
  #keyOf(digest: string): string {
    return digestOf(this.#scope + digest);
  }

  #index(): void {
    const now = this.#use.now();
    // The loop reads the current file last, so that its newer results take precedence over the results in the previous
    // file.
    for (let file = this.#files.length - 1; file >= 0; file -= 1) {
      for (const { line, at } of lineBeginnings(this.#files[file] ?? 0)) {
        const [, key, time] = linePrefix.exec(line) ?? [];
        const age = now - Number(time);
        if (key !== undefined && age >= 0 && age <= this.#use.ttlMs) {
          this.#lines.set(key, at * 2 + file);
        }
      }
    }
  }
}

function openFiles(path: string): number[] {
  const previous = `${path}.1`;
  const { O_RDWR, O_APPEND, O_CREAT, O_RDONLY } = constants;
  let file = openOwnFile(path, O_RDWR | O_APPEND | O_CREAT);
  if (fstatSync(file).size >= maxFileBytes) {
    // The lock prevents another run from renaming the files at the same time.
    const lock = new FileLock(`${path}.lock`);
    if (lock.take()) {
      try {
        retryOnWindows(() => renameSync(path, previous));
        closeSync(file);
        file = openOwnFile(path, O_RDWR | O_APPEND | O_CREAT);
      } finally {
        lock.release();
      }
    }
  }
  try {
    return [file, openOwnFile(previous, O_RDONLY)];
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [file];
    throw error;
  }
}

/** Yields the beginning and the position of each line in a file. */
function* lineBeginnings(file: number): Generator<{ line: string; at: number }> {
  const headBytes = digestChars + 20;
  const chunk = Buffer.alloc(chunkBytes);
  let at = 0;
  for (let read = readSync(file, chunk, 0, chunkBytes, at); read > 0; ) {
    const bytes = chunk.subarray(0, read);
    let begin = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, begin)) {
      yield { line: bytes.toString('latin1', begin, begin + headBytes), at: at + begin };
      begin = end + 1;
    }
    // If a chunk does not contain the end of a line, the loop skips the chunk, because waypost never writes a line that
    // is longer than a chunk.
    at += begin === 0 ? read : begin;
    read = readSync(file, chunk, 0, chunkBytes, at);
  }
}
