// Logs the requests in proxy sessions. Each session has its own log file, which does not contain keys.
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
import { placeholder } from '../../../lib/command-text';
import { invalidInput } from '../../../lib/errors';
import type { SecretMask } from '../../../lib/masking';
import { processStart } from '../../../lib/processes';
import type { Clock, Machine } from '../../../lib/runtime';
import { openOwnFile } from '../../../lib/small-file';
import { dataDirectory } from '../../../lib/system-directories';
import { systemReason } from '../../../lib/system-error';
import { printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import { counted } from '../../output/words';
import type { System } from '../../run/system';

/** A request that the proxy forwarded or rejected. */
interface ProxyEntry {
  time: string;
  session: string;
  method: string | null;
  /** The path below the base URL, or null if the path is ambiguous or outside the base URL. */
  path: string | null;
  /** The name of the command that makes the same request, or null if there is no such command. */
  operation: string | null;
  /** The HTTP status, or 499 if the program closed the connection before the response. */
  status: number;
  /** The API code with which the proxy rejected the request, or null if the proxy forwarded the request. */
  code: number | null;
  refused: string | null;
  lookups: number;
  /**
   * How many requests the entry represents. Only requests without the session token share an entry. The entry shows the
   * last of these requests.
   */
  requests: number;
}

type LoggedFacts = Omit<ProxyEntry, 'time' | 'session' | 'requests'>;

const fileEnding = '.ndjson';

/** The number of sessions whose logs waypost keeps. waypost never removes the log of a running session. */
const maxSessions = 20;

/** The maximum number of bytes that waypost reads from the logs, beginning with the newest requests. */
const maxLogBytes = 16 * 1024 * 1024;

/** The maximum length of a path in the log, in characters. */
const maxPath = 2000;

type DataMachine = Pick<Machine, 'env' | 'platform' | 'home'>;

function logDirectory(machine: DataMachine): string {
  return join(dataDirectory(machine), 'proxy');
}

export class ProxyLog {
  readonly path: string;
  readonly #session: string;
  readonly #clock: Clock;
  readonly #mask: SecretMask;
  /**
   * The number of requests without the session token. `#pending` is the number of these requests that are not in the
   * log yet.
   */
  #counted = 0;
  #pending = 0;
  #last: LoggedFacts | undefined;

  /** Creates the log file and removes the oldest logs. Throws a system error if the file cannot be written. */
  constructor(machine: DataMachine & Pick<Machine, 'clock'>, mask: SecretMask) {
    const directory = logDirectory(machine);
    ensurePrivateDirectory(directory);
    const time = new Date(machine.clock.now()).toISOString().replace(/[-:]|\.\d+/g, '');
    this.#session = `${time}-${process.pid}`;
    this.path = join(directory, this.#session + fileEnding);
    this.#clock = machine.clock;
    this.#mask = mask;
    appendFileSync(this.path, '', { mode: 0o600 });
    for (const name of sessionsIn(directory).slice(0, -maxSessions)) {
      if (!isRunning(name)) rmSync(join(directory, name + fileEnding), { force: true });
    }
  }

  /**
   * Counts a request that does not contain the session token. Writes an entry and returns true only for the first, second, fourth and
   * eighth of these requests, and so on. Any program on this machine can send such requests to the proxy, which rejects
   * them. An entry for each of these requests could fill the disk or hide the session's own requests.
   */
  count(request: LoggedFacts): boolean {
    this.#counted += 1;
    this.#pending += 1;
    this.#last = request;
    const isDue = Number.isInteger(Math.log2(this.#counted));
    if (isDue) this.end();
    return isDue;
  }

  end(): void {
    if (this.#pending > 0 && this.#last !== undefined) this.add(this.#last, this.#pending);
    this.#pending = 0;
  }

  /** Writes an entry. Ignores errors, because a full disk must not stop the program's requests. */
  add(request: LoggedFacts, requests = 1): void {
    const time = new Date(this.#clock.now()).toISOString();
    const { path } = request;
    const shortened = path !== null && path.length > maxPath ? `${path.slice(0, maxPath)}…` : path;
    const entry: ProxyEntry = {
      time,
      session: this.#session,
      ...request,
      path: shortened,
      requests,
    };
    const line = JSON.stringify(entry);
    try {
      appendFileSync(this.path, `${this.#mask.apply(line)}\n`, { mode: 0o600 });
    } catch {
      // The proxy continues without the entry.
    }
  }
}

/** True if the session's process is running. The session's name ends with the process ID. */
function isRunning(session: string): boolean {
  return processStart(Number(session.split('-').at(-1))) !== undefined;
}

function sessionsIn(directory: string): string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith(fileEnding))
      .map((name) => name.slice(0, -fileEnding.length))
      .sort();
  } catch {
    return [];
  }
}

/**
 * Returns the entries of the newest session, or of all sessions if `all` is set, oldest first. Omits the oldest entries
 * if the logs are larger than 16 MiB. Throws `invalid_input` if a log cannot be read.
 */
function readProxyLog(machine: DataMachine, all: boolean): ProxyEntry[] {
  const directory = logDirectory(machine);
  let left = maxLogBytes;
  const texts: string[] = [];
  for (const name of sessionsIn(directory)
    .slice(all ? 0 : -1)
    .reverse()) {
    const end = tailOf(join(directory, name + fileEnding), left);
    left -= end.length;
    texts.unshift(end.toString());
    if (left === 0) break;
  }
  return texts.flatMap((text) => text.split('\n').flatMap((line) => loggedEntry(line) ?? []));
}

function tailOf(path: string, maxBytes: number): Buffer {
  try {
    const handle = openOwnFile(path, constants.O_RDONLY);
    try {
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(Math.min(size, maxBytes));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, size - bytes.length));
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw invalidInput(
      `waypost cannot read the log ${path}: ${systemReason(error)}.`,
      'Correct the permissions of the log, or move the log to another directory.',
    );
  }
}

/**
 * Returns the entry in a line of the log, or undefined if the line is incomplete. The first and the last line that
 * waypost reads from a log might be incomplete.
 */
function loggedEntry(line: string): ProxyEntry | undefined {
  try {
    const entry = Object(JSON.parse(line));
    const isEntry =
      [entry.time, entry.session].every((text) => typeof text === 'string') &&
      [entry.status, entry.lookups].every((value) => typeof value === 'number');
    return isEntry ? { ...entry, requests: entry.requests ?? 1 } : undefined;
  } catch {
    return undefined;
  }
}

export async function proxyLog(
  { system, output }: { system: System; output: Output },
  { all }: { all?: boolean },
): Promise<void> {
  const entries = readProxyLog(system, all === true);
  await printList(output, entries, {
    columns: [
      { title: 'TIME (UTC)' },
      { title: 'METHOD' },
      { title: 'STATUS' },
      { title: 'LOOKUPS', align: 'right' },
      { title: 'REFUSED', minWidth: 12 },
      { title: 'PATH', minWidth: 20 },
    ],
    rows: entries.map(({ time, method, path, status, refused, lookups, requests }) => [
      time.replace('T', ' ').replace(/\.\d+Z$/, ''),
      method ?? '',
      String(status),
      String(lookups),
      requests > 1 ? `${refused} (${counted(requests, 'request')})` : (refused ?? ''),
      path ?? '',
    ]),
    none: `No requests. Start a session with ${output.command('proxy', [], {}, [placeholder('command')])}.`,
  });
}
