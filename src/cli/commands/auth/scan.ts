// `waypost auth scan`: searches files, standard input and shell histories for the stored keys and the keys in use.

import { type Dirent, realpathSync, statSync } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { credentialsPath } from '../../../client/credentials/directories';
import { type KeyKind, keyKindNames, keyKinds } from '../../../client/credentials/resolve';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { sandboxTestKey } from '../../../lib/identity';
import { cutOffSecret, replacements, type SecretMask } from '../../../lib/masking';
import {
  type FoundInStream,
  Replacer,
  type Spelling,
  type StreamFinder,
} from '../../../lib/replace-in-stream';
import { systemReason } from '../../../lib/system-error';
import type { Output } from '../../output/output';
import { counted } from '../../output/words';
import type { Credentials } from '../../run/credentials';
import type { System } from '../../run/system';
import { codeAndMessage, storedLogins } from '../shared/logins';
import { historyFiles } from './histories';

interface ScanDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

/** A key to search for, and the profile that it belongs to. */
interface KnownKey {
  value: string;
  kind: KeyKind;
  /** Null for the default profile, and for a key from an option or the environment. */
  profile: string | null;
}

/** A line that contains a key. */
interface FoundKey {
  /** The path of the file, or `-` for standard input. */
  file: string;
  line: number;
  credential: (typeof keyKinds)[KeyKind]['field'];
  profile: string | null;
}

/** A file or directory that could not be read. */
interface Unread {
  file: string;
  message: string;
}

const standardInput = '-';

/**
 * The search skips every directory with this name. Git compresses the files in such a directory, so the search would
 * not find keys.
 */
const skippedDirectory = '.git';

export async function authScan(
  { system, output, credentials }: ScanDependencies,
  { history = false }: { history?: boolean },
  named: string[] = [],
): Promise<number> {
  const searched = [...named, ...(history ? historyFiles(system) : [])];
  const paths = searched.length === 0 && !history ? ['.'] : searched;
  checkPaths({ system, credentials }, paths);
  const keys = await knownKeys({ system, output, credentials });
  const scanner = new Scanner(system, output.mask, keys);
  for (const path of paths) await scanner.scan(path);
  const { found, files, unread } = scanner;
  for (const { file, message } of unread) {
    await output.warn(`waypost did not search ${file}: ${message}.`);
  }
  await output.result({ found, files, unread }, () =>
    found.length === 0
      ? `No key found in ${counted(files, 'file')}.`
      : found.map(({ file, line, ...key }) => `${file}:${line}: ${nameOf(key)}`),
  );
  return found.length > 0 ? 1 : 0;
}

function nameOf({ credential, profile }: Pick<FoundKey, 'credential' | 'profile'>): string {
  const name = credential === 'api_key' ? 'API key' : 'management key';
  return profile === null ? name : `${name} of the profile ${profile}`;
}

/**
 * Throws `invalid_input` if a path cannot be read, or if one of the paths is `-` and standard input is a terminal or
 * supplies a key. Throws the system's error if the working directory was removed.
 */
function checkPaths(
  { system, credentials }: { system: System; credentials: Credentials },
  paths: readonly string[],
): void {
  for (const path of paths) {
    if (path === standardInput) continue;
    resolve(path);
    try {
      statSync(path);
    } catch (error) {
      throw invalidInput(
        `waypost cannot read ${path}: ${systemReason(error)}.`,
        'Check the path. Use - to search standard input.',
      );
    }
  }
  if (!paths.includes(standardInput)) return;
  if (credentials.readsSecrets) {
    throw invalidInput(
      'Standard input cannot contain both a key and the text to search.',
      'Save the text in a file, or set WAYPOST_API_KEY or WAYPOST_USER_TOKEN to the key.',
    );
  }
  if (system.stdin.isTTY) {
    throw invalidInput(
      'Nothing is piped into standard input.',
      'Pipe the text in, for example: `git log -p --all -m --text | waypost auth scan -`.',
    );
  }
}

/**
 * Returns the keys in all logins, and the keys in use from options or environment variables. Omits the test key that
 * every sandbox has. Throws `missing_api_key` if there is no key.
 */
async function knownKeys({ system, output, credentials }: ScanDependencies): Promise<KnownKey[]> {
  const keys = new Map<string, KnownKey>();
  const add = (value: string | undefined, kind: KeyKind, profile: string | null) => {
    if (value === undefined || value === sandboxTestKey || keys.has(value)) return;
    keys.set(value, { value, kind, profile });
    output.mask.add(value);
  };
  for (const { login, stored } of storedLogins({ system, credentials })) {
    if (login.error !== undefined) await output.warn(login.error.message);
    if (stored === undefined) continue;
    for (const kind of keyKindNames) {
      const value =
        stored[kind] ??
        (await printedKey({ system, output, credentials }, stored[`${kind}Command`], kind));
      add(value, kind, login.profile);
    }
  }
  const { apiKey, userToken } = await credentials.resolveWithoutWarnings();
  add(apiKey?.value, 'apiKey', null);
  add(userToken?.value, 'userToken', null);
  if (keys.size > 0) return [...keys.values()];
  throw new WaypostError('missing_api_key', 'There is no key to search for.');
}

/** Returns the key that a key command prints. If the command fails, prints a warning and returns undefined. */
async function printedKey(
  { system, output, credentials }: ScanDependencies,
  command: readonly string[] | undefined,
  kind: KeyKind,
): Promise<string | undefined> {
  if (command === undefined) return undefined;
  try {
    return await credentials.readCommandKey(command, kind);
  } catch (error) {
    system.interrupted.throwIfAborted();
    const { message } = codeAndMessage(error);
    await output.warn(`waypost cannot search for one of the keys: ${message}`);
    return undefined;
  }
}

/** The maximum number of bytes per read. */
const pieceLength = 256 * 1024;

class Scanner {
  readonly found: FoundKey[] = [];
  readonly unread: Unread[] = [];
  files = 0;
  readonly #system: System;
  readonly #mask: SecretMask;
  readonly #keys: readonly KnownKey[];
  readonly #matcher: Replacer;
  readonly #own: ReadonlySet<string>;
  /** The real paths of the searched files, and `-` if standard input was searched. */
  readonly #searched = new Set<string>();
  readonly #buffer = Buffer.allocUnsafeSlow(pieceLength);

  constructor(system: System, mask: SecretMask, keys: readonly KnownKey[]) {
    this.#system = system;
    this.#mask = mask;
    this.#keys = keys;
    this.#matcher = new Replacer({
      all: keys.flatMap(({ value }, index) => formsOf(value, String(index))),
      early: 0,
      cutOff: cutOffSecret,
    });
    this.#own = new Set(keys.flatMap(({ profile }) => ownFile(system, profile)));
  }

  /**
   * Searches a path from the command line: a directory and its subdirectories, a file, a pipe such as `<(git log -p)`,
   * or standard input. Does not read a device such as /dev/zero, which might never end.
   */
  async scan(path: string): Promise<void> {
    if (path === standardInput) {
      await this.#scanInput();
      return;
    }
    const named = statSync(path);
    if (named.isDirectory()) await this.#scanDirectory(path);
    else if (named.isFile() || named.isFIFO()) await this.#scanFile(path);
    else this.#noteUnread(path, 'it is not a file, directory or pipe');
  }

  /**
   * Searches a directory and its subdirectories. Does not follow symbolic links, so that each file is searched only
   * once.
   */
  async #scanDirectory(path: string): Promise<void> {
    let entries: Dirent[];
    try {
      entries = await readdir(path, { withFileTypes: true });
    } catch (error) {
      this.#note(path, error);
      return;
    }
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const entry of entries) {
      this.#system.interrupted.throwIfAborted();
      const inner = join(path, entry.name);
      if (entry.isDirectory() && entry.name !== skippedDirectory) await this.#scanDirectory(inner);
      else if (entry.isFile() && !this.#isOwn(inner)) await this.#scanFile(inner);
    }
  }

  /**
   * True if the file is one of waypost's own credentials files. The search skips these files, because they normally
   * contain keys.
   */
  #isOwn(path: string): boolean {
    return basename(path) === 'credentials.json' && this.#own.has(realPath(path));
  }

  async #scanFile(path: string): Promise<void> {
    if (!this.#isFirst(realPath(path))) return;
    let file: FileHandle | undefined;
    try {
      file = await open(path);
      const { interrupted } = this.#system;
      const search = this.#search(path);
      for (;;) {
        interrupted.throwIfAborted();
        const { bytesRead } = await file.read(this.#buffer, 0, pieceLength, null);
        if (bytesRead === 0) break;
        search.push(this.#buffer.subarray(0, bytesRead));
      }
      search.end();
      this.files += 1;
    } catch (error) {
      this.#system.interrupted.throwIfAborted();
      this.#note(path, error);
    } finally {
      await file?.close();
    }
  }

  async #scanInput(): Promise<void> {
    if (!this.#isFirst(standardInput)) return;
    const { stdin, interrupted } = this.#system;
    const search = this.#search(standardInput);
    for await (const chunk of stdin) {
      interrupted.throwIfAborted();
      search.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
    }
    search.end();
    this.files += 1;
  }

  /** Returns true if the path has not been searched before, and records the path as searched. */
  #isFirst(realPathOrInput: string): boolean {
    if (this.#searched.has(realPathOrInput)) return false;
    this.#searched.add(realPathOrInput);
    return true;
  }

  #search(file: string): LineSearch {
    const shown = this.#mask.applyKnown(file);
    return new LineSearch(this.#matcher.finder(), (line, index) => {
      const { kind, profile } = this.#keys[index] as KnownKey;
      const { field } = keyKinds[kind];
      this.found.push({ file: shown, line, credential: field, profile });
    });
  }

  #note(path: string, error: unknown): void {
    this.#noteUnread(path, systemReason(error));
  }

  #noteUnread(path: string, message: string): void {
    const file = this.#mask.applyKnown(path);
    this.unread.push({ file, message });
  }
}

/**
 * Returns a key in each encoding for which the command searches: the encodings that `exec` masks, and UTF-16, which
 * many Windows programs write.
 */
function formsOf(value: string, index: string) {
  const by = () => index;
  const utf16: Spelling = [...value].flatMap((letter, at) =>
    at === 0 ? [[letter]] : [['\0'], [letter]],
  );
  return [...replacements(value, by), { spelling: utf16, by }];
}

function ownFile(system: System, profile: string | null): string[] {
  const path = credentialsPath(system, profile ?? undefined);
  return [realPath(path)];
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Searches one file or standard input, and reports each key only once per line. */
class LineSearch {
  readonly #finder: StreamFinder;
  readonly #report: (line: number, key: number) => void;
  /** Maps each key to the number of the line in which the search last reported the key. */
  readonly #reported = new Map<number, number>();

  constructor(finder: StreamFinder, report: (line: number, key: number) => void) {
    this.#finder = finder;
    this.#report = report;
  }

  push(piece: Buffer): void {
    this.#reportAll(this.#finder.push(piece));
  }

  end(): void {
    this.#reportAll(this.#finder.end());
  }

  #reportAll(all: readonly FoundInStream[]): void {
    for (const { line, replacement } of all) {
      const key = Number(replacement);
      if (this.#reported.get(key) === line) continue;
      this.#reported.set(key, line);
      this.#report(line, key);
    }
  }
}
