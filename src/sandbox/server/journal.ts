// The journal of requests to the API, including rejected requests, requests over a limit and requests with a fault.
// Recording must be fast, because clients send a search for each letter that a user types. Therefore, the journal masks
// secrets only when it lists requests or passes them to the listener.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { preview, SecretMask } from '../../lib/masking';
import type { FaultKind } from '../faults/fault';
import { matchesPattern } from '../faults/faults';
import { decodedText, readCredentials } from '../http/call';

const maxRequests = 1000;

const maxTargetLength = 2000;

export interface RequestRecord {
  /** A number that increases in the order in which requests end. */
  id: number;
  /** The time at which the sandbox received the request, according to the sandbox's clock, in ISO 8601. */
  time: string;
  method: string;
  /** The path and query, with keys and tokens masked. */
  path: string;
  /** The HTTP status, or null if the sandbox did not send a response. */
  status: number | null;
  /** The API code, or null if the response has no API code. */
  code: number | null;
  charge: number;
  fault: string | null;
  /**
   * The first six characters of the API key that the request uses or manages. If the request has no API key, this
   * field contains the first six characters of the management key. If the request has neither key, the field is null.
   */
  key: string | null;
  /** The duration of the request, in milliseconds. */
  ms: number;
}

/** A filter for requests. A request must match all fields that are set. */
export interface RequestFilter {
  /** The method, in uppercase or lowercase. */
  method?: string | undefined;
  /** The path, with or without its query. Each `*` matches any text. */
  path?: string | undefined;
  status?: number | undefined;
  code?: number | undefined;
  /** A complete key, or its first six characters followed by `…`. */
  key?: string | undefined;
  /** A time in milliseconds since the epoch. Only requests that the sandbox received at or after this time match. */
  from?: number | undefined;
  /** The ID of a request. Only requests that ended after this request match. */
  after?: number | undefined;
}

interface JournalEntry {
  id: number;
  at: number;
  started: number;
  method: string;
  target: string;
  authorization: string | undefined;
  status: number | null;
  code: number | null;
  charge: number;
  fault: FaultKind | null;
  ms: number;
}

type EntryChanges = Partial<Pick<JournalEntry, 'code' | 'fault' | 'charge'>>;

/** A function that receives finished requests, and the number of finished requests that did not fit in this call. */
type Listener = (records: readonly RequestRecord[], omitted: number) => void;

/** The time for which the journal collects finished requests before it calls the listener, in milliseconds. */
const collectMs = 50;

/** The maximum number of requests in one call to the listener. Printing more requests would slow down responses. */
const maxCollected = 200;

const apiTarget = /^(?:https?:\/\/[^/?#]*)?\/v1(?:[/?#]|$)/i;

export class Journal {
  readonly #now: () => number;
  /** The entries for requests in progress, by response object. */
  readonly #open = new WeakMap<ServerResponse, JournalEntry>();
  #entries: JournalEntry[] = [];
  #lastId = 0;
  #listener: Listener | undefined;
  /** The finished requests for the next call to the listener, or undefined if no call is scheduled. */
  #waiting: JournalEntry[] | undefined;
  #omitted = 0;

  /** @param now returns the time of the sandbox's clock, in milliseconds since the epoch */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Starts to record a request to the API. Ignores requests outside the API. */
  start(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url = '/', headers } = incoming;
    if (!apiTarget.test(url)) return;
    this.#open.set(outgoing, {
      id: 0,
      at: this.#now(),
      started: performance.now(),
      method,
      target: url.length > maxTargetLength ? `${url.slice(0, maxTargetLength)}…` : url,
      authorization: headers.authorization,
      status: null,
      code: null,
      charge: 0,
      fault: null,
      ms: 0,
    });
    // The first of these events ends the entry. The journal does not list the request before that event.
    const end = () => this.end(outgoing);
    outgoing.once('finish', end);
    outgoing.once('close', end);
  }

  /** Changes the journal entry for a request in progress. */
  note(outgoing: ServerResponse, changes: EntryChanges): void {
    const entry = this.#open.get(outgoing);
    if (entry !== undefined) Object.assign(entry, changes);
  }

  /**
   * Ends the entry for a request. Call this method only for a request that never gets a response. The entries for other
   * requests end automatically.
   */
  end(outgoing: ServerResponse): void {
    const entry = this.#open.get(outgoing);
    if (entry === undefined) return;
    this.#open.delete(outgoing);
    this.#lastId += 1;
    entry.id = this.#lastId;
    entry.ms = performance.now() - entry.started;
    if (outgoing.headersSent) {
      entry.status = outgoing.statusCode;
      // If the HTTP framework cannot parse a URL, the sandbox sends a 400 response, but no handler records the API
      // code.
      if (entry.code === null && entry.status === 400) entry.code = 4000;
    } else {
      entry.code = null;
    }
    this.#entries.push(entry);
    // Removes old entries in bulk, because removing one entry with each request would take longer than the request.
    if (this.#entries.length >= 2 * maxRequests) this.#entries = this.#entries.slice(-maxRequests);
    this.#collect(entry);
  }

  /** Searches the newest `maxRequests` requests. Returns the requests that match the filter, oldest first. */
  list(filter: RequestFilter = {}): RequestRecord[] {
    return this.#entries
      .slice(-maxRequests)
      .filter((entry) => matchesFilter(entry, filter))
      .map(recordOf);
  }

  /** Deletes all recorded requests, and returns their number. */
  clear(): number {
    const { length } = this.#entries.slice(-maxRequests);
    this.#entries = [];
    return length;
  }

  /** Sets the listener that the journal calls with finished requests, several at a time. */
  watch(listener: Listener): void {
    this.#listener = listener;
  }

  /** Calls the listener with the collected requests. */
  flush(): void {
    if (this.#waiting === undefined) return;
    const ended = this.#waiting;
    const omitted = this.#omitted;
    this.#waiting = undefined;
    this.#omitted = 0;
    this.#listener?.(ended.map(recordOf), omitted);
  }

  /** Queues a finished request for the next call to the listener. */
  #collect(entry: JournalEntry): void {
    if (this.#listener === undefined) return;
    if (this.#waiting === undefined) {
      this.#waiting = [];
      setTimeout(() => this.flush(), collectMs).unref();
    }
    if (this.#waiting.length < maxCollected) this.#waiting.push(entry);
    else this.#omitted += 1;
  }
}

/**
 * Returns the secrets in a request: the key that the request uses or manages, and all keys and tokens that the request
 * contains.
 */
function secretsOf({ target, authorization }: JournalEntry): {
  key: string | undefined;
  all: string[];
} {
  const start = target.indexOf('?');
  const query = new URLSearchParams(start === -1 ? '' : target.slice(start + 1));
  const { apiKey, managementKey, licensee } = readCredentials({
    query,
    header: (name) => (name === 'authorization' ? authorization : undefined),
  });
  const named = /\/v1\/keys\/([^/?#]+)/.exec(target)?.[1];
  const inPath = named === undefined ? undefined : (decodedText(named) ?? named);
  const all = [inPath, apiKey, managementKey, licensee].filter((one) => one !== undefined);
  return { key: inPath ?? apiKey ?? managementKey, all };
}

/** True if a request matches all fields of the filter that are set. */
function matchesFilter(entry: JournalEntry, filter: RequestFilter): boolean {
  const { method, path, status, code, key, from, after } = filter;
  return (
    (method === undefined || entry.method === method.toUpperCase()) &&
    (status === undefined || entry.status === status) &&
    (code === undefined || entry.code === code) &&
    (from === undefined || entry.at >= from) &&
    (after === undefined || entry.id > after) &&
    (path === undefined || matchesPath(entry, path)) &&
    (key === undefined || isNamedKey(secretsOf(entry).key, key))
  );
}

function matchesPath({ target }: JournalEntry, pattern: string): boolean {
  return matchesPattern(pattern, target) || matchesPattern(pattern, target.replace(/\?.*$/s, ''));
}

const isNamedKey = (own: string | undefined, wanted: string): boolean =>
  own !== undefined && (own === wanted || preview(own) === wanted);

/** Matches secrets that `SecretMask` recognizes by their format. */
const usualSecret = /^(?:ak|uk|sl)_[\w.~-]+$/;
const usualMask = new SecretMask();

function recordOf(entry: JournalEntry): RequestRecord {
  const { id, at, method, target, status, code, charge, fault, ms } = entry;
  const { key, all } = secretsOf(entry);
  const isPlain = !target.includes('%') && all.every((secret) => usualSecret.test(secret));
  const mask = isPlain ? usualMask : new SecretMask();
  if (!isPlain) for (const secret of all) mask.add(secret);
  return {
    id,
    time: new Date(at).toISOString(),
    method,
    path: mask.apply(target),
    status,
    code,
    charge,
    fault,
    key: key === undefined ? null : preview(key),
    ms: Math.round(ms),
  };
}
