// Completes profile names, program names, and values from the user's account. Account values come from a cache. A
// background process requests missing or old values, so that completion never waits long for the service.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import {
  credentialsPath,
  defaultProfile,
  settingsPath,
} from '../../../client/credentials/directories';
import { keyCommandVariable } from '../../../client/credentials/key-command';
import { profileInUse, profileNames } from '../../../client/credentials/profiles';
import {
  ensurePrivateDirectory,
  removeIfExists,
  writeFileAtomically,
} from '../../../lib/atomic-file';
import { readVariable } from '../../../lib/environment';
import { homeDirectory } from '../../../lib/home-directory';
import { ownEntry } from '../../../lib/installation';
import { type Machine, systemClock } from '../../../lib/runtime';
import { readOwnFile } from '../../../lib/small-file';
import { cacheDirectory } from '../../../lib/system-directories';
import { hasCode } from '../../../lib/system-error';
import type { CompletionKind } from '../command';
import type { Candidate } from './candidates';

/** How long completion uses cached values without a new request, in milliseconds. */
const freshMs = 60_000;
/** The maximum time in milliseconds that completion waits for missing or old values after a key press. */
const patienceMs = 100;
const maxAgeMs = 24 * 60 * 60 * 1000;
const maxRunMs = 20_000;
const maxPrinted = 4 * 1024 * 1024;

const thisMachine: Machine = {
  env: process.env,
  platform: process.platform,
  home: homeDirectory(),
  clock: systemClock,
};

/**
 * Returns the candidates for a kind of value. Account values come from the cache. If these values are missing or old,
 * starts a request in the background, and waits up to `patienceMs` for the new values. `options` contains the options
 * in the line that the user is typing.
 */
export async function answers(
  kind: CompletionKind,
  options: ReadonlyMap<string, string>,
): Promise<readonly Candidate[]> {
  if (kind === 'profile') {
    const stored = profileNames(thisMachine).filter((name) =>
      existsSync(credentialsPath(thisMachine, name)),
    );
    return [...stored, defaultProfile].map((value) => ({ value }));
  }
  if (kind === 'program') return programs();
  // If the line contains --base-url, the URL might be incomplete, so completion must not send a key to this URL.
  if (sources[kind] === undefined || options.has('base-url')) return [];
  const env = environmentOf(options);
  const { clock } = thisMachine;
  const file = cacheFile({ ...thisMachine, env }, kind);
  const now = clock.now();
  if (!isFresh(file, now)) {
    if (isFirstToAsk(file, now)) refreshInBackground(env, kind);
    for (let waitedMs = 0; !isFresh(file, now) && waitedMs < patienceMs; waitedMs += 10) {
      await clock.sleep(10);
    }
  }
  return cached(file) ?? [];
}

function programs(): Candidate[] {
  const directories = (thisMachine.env.PATH ?? '').split(delimiter).filter(isAbsolute);
  const names = directories
    .filter((directory) => existsSync(directory))
    .flatMap((directory) =>
      readdirSync(directory).filter((name) => isProgram(join(directory, name))),
    );
  return [...new Set(names)].sort().map((value) => ({ value }));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Requests the candidates for a kind of value from the service, and saves the candidates in the cache. This function
 * runs in a detached process.
 */
export async function refresh(kind: CompletionKind): Promise<void> {
  const source = sources[kind];
  if (source === undefined) return;
  const file = cacheFile(thisMachine, kind);
  const printed = await runOwnCommand([...source.words, '--no-input', '--timeout', '5']);
  let found: Candidate[] | undefined;
  try {
    found = source.read(printed);
  } catch {
    // If the request failed, the cache keeps the old values.
    found = cached(file);
  }
  const directory = dirname(file);
  ensurePrivateDirectory(directory);
  writeFileAtomically(file, JSON.stringify((found ?? []).filter(({ value }) => value !== '')));
  removeIfExists(requestMark(file));
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (statSync(path).mtimeMs < thisMachine.clock.now() - maxAgeMs) removeIfExists(path);
  }
}

/** Returns the environment for the background request, with the credentials from the line that the user is typing. */
function environmentOf(values: ReadonlyMap<string, string>): Machine['env'] {
  const { env } = thisMachine;
  const named = (option: string) => {
    const value = values.get(option);
    return value === '-' ? undefined : value;
  };
  return {
    ...env,
    WAYPOST_API_KEY: named('api-key') ?? env.WAYPOST_API_KEY,
    WAYPOST_USER_TOKEN: named('user-token') ?? env.WAYPOST_USER_TOKEN,
    WAYPOST_PROFILE: named('profile') ?? env.WAYPOST_PROFILE,
    WAYPOST_DEBUG: undefined,
  };
}

/**
 * Returns the path of the cache file for a kind of value. The path depends on the login, the settings file, and the
 * environment variables for the keys and the base URL.
 */
function cacheFile(machine: Machine, kind: CompletionKind): string {
  const stored = credentialsPath(machine, profileInUse(machine, undefined)?.name);
  const changed = [stored, settingsPath(machine)].map(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0,
  );
  const account = (['WAYPOST_API_KEY', 'WAYPOST_USER_TOKEN', 'WAYPOST_BASE_URL'] as const).map(
    (name) => readVariable(machine.env, name),
  );
  const digest = createHash('sha256').update(JSON.stringify([stored, changed, ...account]));
  return join(cacheDirectory(machine), 'completion', `${kind}-${digest.digest('hex')}.json`);
}

function isFresh(file: string, now: number): boolean {
  const written = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return written !== undefined && Math.abs(now - written) < freshMs;
}

/** Returns the path of the file that marks a pending request. */
function requestMark(file: string): string {
  return `${file}.asking`;
}

/**
 * Returns true if the cached values are old and no other process is requesting new values. In this case, creates the
 * mark for this process's request.
 */
function isFirstToAsk(file: string, now: number): boolean {
  const mark = requestMark(file);
  ensurePrivateDirectory(dirname(file));
  const since = statSync(mark, { throwIfNoEntry: false })?.mtimeMs;
  // If a mark is older than `maxRunMs`, the process that created the mark was killed, and the mark is no longer valid.
  if (since !== undefined && now - since > maxRunMs) removeIfExists(mark);
  try {
    writeFileSync(mark, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
  if (!isFresh(file, now)) return true;
  removeIfExists(mark);
  return false;
}

function cached(file: string): Candidate[] | undefined {
  try {
    return candidatesFrom(JSON.parse(readOwnFile(file).text), 'value', 'description');
  } catch {
    return undefined;
  }
}

function refreshInBackground(env: Machine['env'], kind: CompletionKind): void {
  const words = [...ownEntry(), '__complete', '--refresh', kind];
  const child = spawn(process.execPath, words, { env, detached: true, stdio: 'ignore' });
  child.on('error', () => {});
  child.unref();
}

/**
 * Runs waypost and returns its standard output. Ends the process if its output is too long or if it runs for too long.
 */
function runOwnCommand(words: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let printed = '';
    const child = spawn(process.execPath, [...ownEntry(), ...words], {
      // Pressing Tab must not run a key command, because the key command might prompt the user.
      env: { ...thisMachine.env, [keyCommandVariable]: '1' },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: maxRunMs,
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.length > maxPrinted) child.kill();
    });
    child.once('error', () => resolve(printed));
    child.once('close', () => resolve(printed));
  });
}

/** The source of account values: a command, and the function that reads the command's output. */
interface AccountSource {
  words: readonly string[];
  /** Reads the values from the command's output. */
  read: (printed: string) => Candidate[];
}

const parsed = (printed: string): Record<string, unknown> => Object(JSON.parse(printed));

/** The sources of the values that completion must request from the service, by kind. */
const sources: Partial<Record<CompletionKind, AccountSource>> = {
  config: {
    words: ['configs', 'list', '--json'],
    read: (printed) => candidatesFrom(parsed(printed).configs, 'name'),
  },
  licensee: {
    words: ['licensees', 'list', '--limit', '100', '--json'],
    read: (printed) => candidatesFrom(parsed(printed).licensees, 'id', 'name'),
  },
  context: {
    words: ['keys', 'show', '--json'],
    read: (printed) =>
      candidatesFrom(parsed(printed).contexts, 'iso_3', 'description').map((candidate) => ({
        ...candidate,
        value: candidate.value.toLowerCase(),
      })),
  },
  dataset: {
    words: ['keys', 'details', '--json'],
    read: (printed) =>
      Object.entries(Object(parsed(printed).datasets)).map(([value, enabled]) => ({
        value,
        description: enabled === true ? 'enabled' : 'disabled',
      })),
  },
  tag: {
    words: ['lookups', 'export', '--last', '7d', '--format', 'ndjson'],
    read: (printed) => {
      // The output might be truncated, so the last line counts only if the line ends with a line feed.
      const lines = printed.split('\n').slice(0, -1);
      const tags = lines.flatMap((line) => parsed(line).tags);
      const names = new Set(tags.filter((tag) => typeof tag === 'string'));
      return [...names].sort().map((value) => ({ value }));
    },
  },
};

/**
 * Converts a list to candidates. `name` and `description` are the names of the fields that contain a candidate's value
 * and its description.
 */
function candidatesFrom(list: unknown, name: string, description?: string): Candidate[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    const value: unknown = Object(entry)[name];
    const meaning: unknown = description === undefined ? undefined : Object(entry)[description];
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return {
      value: String(value),
      ...(typeof meaning === 'string' ? { description: meaning } : {}),
    };
  });
}
