// The requests of proxy sessions, one file for each session, without keys.
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  readdirSync,
  readSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { ensurePrivateDirectory } from '../../../lib/atomic-file';
import { invalidInput } from '../../../lib/errors';
import type { SecretMask } from '../../../lib/masking';
import { processStart } from '../../../lib/processes';
import type { Machine } from '../../../lib/runtime';
import { openOwnFile } from '../../../lib/small-file';
import { dataDirectory } from '../../../lib/system-directories';
import { systemReason } from '../../../lib/system-error';
import { type Column, table } from '../../output/table';
import { counted } from '../../output/words';
import type { Context } from '../../run/context';

/** A request that was made or refused. */
export interface ProxyEntry {
  /** ISO 8601. */
  time: string;
  /** Name of the session. */
  session: string;
  method: string | null;
  /** Path below the base URL; null for a request that leads elsewhere. */
  path: string | null;
  /** Name of the command for the same operation. */
  operation: string | null;
  /** HTTP status; 499 where the program hung up before there was one. */
  status: number;
  /** Code of a refusal. */
  code: number | null;
  /** Why it was refused. */
  refused: string | null;
  /** Lookups of the session so far. */
  lookups: number;
  /** How many requests the entry stands for: more than one only without the token, of which it is the last. */
  requests: number;
}

/** The parts of an entry that the proxy knows. */
type Request = Omit<ProxyEntry, 'time' | 'session' | 'requests'>;

const suffix = '.ndjson';

/** Number of sessions whose logs are kept, besides those that still run. */
const kept = 20;

/** Bytes that are read from the end of the logs, so that a program cannot hide its newest requests behind old ones. */
const maxBytes = 16 * 1024 * 1024;

/** The longest path that is written down, in characters. */
const maxPath = 2000;

/** The parts of a machine that decide where the logs are. */
type Place = Pick<Machine, 'env' | 'platform' | 'home'>;

function folder(place: Place): string {
  return join(dataDirectory(place), 'proxy');
}

/** The log of one session. */
export class ProxyLog {
  readonly path: string;
  readonly #session: string;
  readonly #place: Pick<Machine, 'clock'>;
  readonly #mask: SecretMask;
  /** Requests without the token, and those of them that no entry stands for yet. */
  #counted = 0;
  #pending = 0;
  #last: Request | undefined;

  /** Starts a log, and removes the oldest ones. Throws the file system's error. */
  constructor(place: Place & Pick<Machine, 'clock'>, mask: SecretMask) {
    const directory = folder(place);
    ensurePrivateDirectory(directory);
    const time = new Date(place.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    this.#session = `${time}-${process.pid}`;
    this.path = join(directory, this.#session + suffix);
    this.#place = place;
    this.#mask = mask;
    appendFileSync(this.path, '', { mode: 0o600 });
    for (const name of sessionsIn(directory).slice(0, -kept)) {
      if (!isRunning(name)) rmSync(join(directory, name + suffix), { force: true });
    }
  }

  /**
   * Counts a request without the token. Any program of this machine can send them, and must neither fill the disk nor
   * hide the session's own: there is an entry for the first, second, fourth, eighth and so on. Returns whether there
   * is one for this.
   */
  count(request: Request): boolean {
    this.#counted += 1;
    this.#pending += 1;
    this.#last = request;
    const isDue = Number.isInteger(Math.log2(this.#counted));
    if (isDue) this.end();
    return isDue;
  }

  /** Writes the entry of the requests that were only counted. */
  end(): void {
    if (this.#pending > 0 && this.#last !== undefined) this.add(this.#last, this.#pending);
    this.#pending = 0;
  }

  /** Writes an entry. A full disk must not stop the program's requests. */
  add(request: Request, requests = 1): void {
    const time = new Date(this.#place.clock.now()).toISOString();
    const { path } = request;
    const shortened = path !== null && path.length > maxPath ? `${path.slice(0, maxPath)}…` : path;
    const entry: ProxyEntry = {
      ...{ time, session: this.#session, ...request, path: shortened, requests },
    };
    const line = JSON.stringify(entry);
    try {
      appendFileSync(this.path, `${this.#mask.apply(line)}\n`, { mode: 0o600 });
    } catch {
      // The program's requests matter more than their log.
    }
  }
}

/** By the process that its name ends with. */
function isRunning(session: string): boolean {
  return processStart(Number(session.split('-').at(-1))) !== undefined;
}

function sessionsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(suffix))
      .map((name) => name.slice(0, -suffix.length))
      .sort();
  } catch {
    return [];
  }
}

/**
 * The entries of the newest session, or of all that are kept; the oldest first. Of more than 16 MB, the newest.
 * Throws `invalid_input` where a log cannot be read.
 */
export function readProxyLog(place: Place, all: boolean): ProxyEntry[] {
  const directory = folder(place);
  let left = maxBytes;
  const texts: string[] = [];
  for (const name of sessionsIn(directory)
    .slice(all ? 0 : -1)
    .reverse()) {
    const end = endOf(join(directory, name + suffix), left);
    left -= end.length;
    texts.unshift(end.toString());
    if (left === 0) break;
  }
  return texts.flatMap((text) => text.split('\n').flatMap((line) => entryOf(line) ?? []));
}

/** The last bytes of a log. */
function endOf(path: string, most: number): Buffer {
  try {
    const handle = openOwnFile(path, constants.O_RDONLY);
    try {
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(Math.min(size, most));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, size - bytes.length));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw invalidInput(
      `The log ${path} cannot be read: ${systemReason(error)}.`,
      'Move it away, or correct its permissions.',
    );
  }
}

/** The first and the last line may be cut off. */
function entryOf(line: string): ProxyEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    return isEntry(entry) ? { ...entry, requests: entry.requests ?? 1 } : undefined;
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is ProxyEntry {
  const { time, session, status, lookups } = Object(value);
  return (
    typeof time === 'string' &&
    typeof session === 'string' &&
    typeof status === 'number' &&
    typeof lookups === 'number'
  );
}

interface Options {
  all?: boolean;
}

export async function proxyLog(context: Context, { all }: Options): Promise<void> {
  const { output, system } = context;
  const entries = readProxyLog(system, all === true);
  await output.result(entries, (colour) => {
    if (entries.length === 0) {
      return 'Nothing was asked for. `waypost proxy <command>` begins a session.';
    }
    const rows = entries.map(({ time, method, path, status, refused, lookups, requests }) => [
      time.replace('T', ' ').replace(/\.\d+Z$/, ''),
      method ?? '',
      String(status),
      String(lookups),
      requests > 1 ? `${refused} (${counted(requests, 'request')})` : (refused ?? ''),
      path ?? '',
    ]);
    const columns: Column[] = [
      { title: 'TIME (UTC)' },
      { title: 'METHOD' },
      { title: 'STATUS' },
      { title: 'LOOKUPS', align: 'right' },
      { title: 'REFUSED', minWidth: 12 },
      { title: 'PATH', minWidth: 20 },
    ];
    return table(columns, rows, colour, output.width).join('\n');
  });
}
