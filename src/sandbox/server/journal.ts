// The journal of requests to the service: also of those that were refused, limited or hit by a fault. A request is
// noted in passing, and masked when somebody reads it: searches come with every letter that is typed.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { preview, SecretMask } from '../../lib/masking';
import type { FaultKind } from '../faults/fault';
import { matchesPattern } from '../faults/faults';
import { decodedText, readCredentials } from '../http/call';

const maxRequests = 1000;

const maxTargetLength = 2000;

export interface RequestRecord {
  /** Rises with each request, in the order in which they ended. */
  id: number;
  /** When it came, by the clock of the sandbox; ISO 8601. */
  time: string;
  method: string;
  /** Path and query, keys and tokens masked. */
  path: string;
  /** HTTP status; null where no answer was sent. */
  status: number | null;
  /** Code of the envelope; null where there is none. */
  code: number | null;
  charge: number;
  fault: string | null;
  /** The API key it is about, else the management key it was sent with: the first six characters. */
  key: string | null;
  /** Milliseconds until its end. */
  ms: number;
}

/** What to list; all of it must hold. */
export interface RequestFilter {
  /** In any case of letters. */
  method?: string | undefined;
  /** Path, with or without its query; `*` is any text. */
  path?: string | undefined;
  status?: number | undefined;
  code?: number | undefined;
  /** A whole key, or its first six characters and `…`. */
  key?: string | undefined;
  /** Only requests that came at this time or later; milliseconds since the epoch. */
  from?: number | undefined;
  /** Only requests that were recorded after the one of this id. */
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

type Note = Partial<Pick<JournalEntry, 'code' | 'fault' | 'charge'>>;

/** Gets requests that ended, and how many more ended that are not among them. */
type Listener = (records: readonly RequestRecord[], more: number) => void;

/** How long records are collected before a listener gets them, in milliseconds. */
const collectMs = 50;

/** How many of that time a listener gets: writing more lines than that would slow the answers down. */
const maxCollected = 200;

const ofService = /^(?:https?:\/\/[^/?#]*)?\/v1(?:[/?#]|$)/i;

/** `now` is the clock of the sandbox. */
export function createJournal(now: () => number) {
  const open = new WeakMap<ServerResponse, JournalEntry>();
  let entries: JournalEntry[] = [];
  let lastId = 0;
  let waiting: JournalEntry[] | undefined;
  let listener: Listener | undefined;
  let more = 0;

  const flush = (): void => {
    if (waiting === undefined) return;
    const [ended, others] = [waiting, more];
    waiting = undefined;
    more = 0;
    listener?.(ended.map(recordOf), others);
  };

  function end(this: ServerResponse): void {
    const entry = open.get(this);
    if (entry === undefined) return;
    open.delete(this);
    lastId += 1;
    entry.id = lastId;
    entry.ms = performance.now() - entry.started;
    if (this.headersSent) {
      entry.status = this.statusCode;
      // Only a URL that the framework cannot read is answered before its code can be noted.
      if (entry.code === null && entry.status === 400) entry.code = 4000;
    } else entry.code = null;
    entries.push(entry);
    // Halved now and then: removing the first with each request would cost more than the request.
    if (entries.length >= 2 * maxRequests) entries = entries.slice(-maxRequests);
    if (listener === undefined) return;
    if (waiting === undefined) {
      waiting = [];
      setTimeout(flush, collectMs).unref();
    }
    if (waiting.length < maxCollected) waiting.push(entry);
    else more += 1;
  }

  return {
    /** Begins to record a request, if it is one to the service. */
    start(incoming: IncomingMessage, outgoing: ServerResponse): void {
      const { method = 'GET', url = '/', headers } = incoming;
      if (!ofService.test(url)) return;
      open.set(outgoing, {
        id: 0,
        at: now(),
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
      // The first of the two comes before the client can ask about the request.
      outgoing.once('finish', end);
      outgoing.once('close', end);
    },
    /** Notes something about a request that has begun. */
    note(outgoing: ServerResponse, note: Note): void {
      const entry = open.get(outgoing);
      if (entry !== undefined) Object.assign(entry, note);
    },
    /** Records a request that stays without an answer, before its connection ends. */
    end: (outgoing: ServerResponse) => end.call(outgoing),
    /** The newest requests, oldest first. */
    list: (filter: RequestFilter = {}): RequestRecord[] =>
      entries.slice(-maxRequests).filter(passes(filter)).map(recordOf),
    /** Forgets all requests; returns how many they were. */
    clear(): number {
      const { length } = entries.slice(-maxRequests);
      entries = [];
      return length;
    },
    /** Calls a listener with requests as they end, some at a time. */
    watch(called: Listener): void {
      listener = called;
    },
    /** Gives the listener what was collected for it. */
    flush,
  };
}

export type Journal = ReturnType<typeof createJournal>;

/** The secrets in a request: the key it is about, and everything it names. */
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

function passes(filter: RequestFilter): (entry: JournalEntry) => boolean {
  const { method, path, status, code, key, from, after } = filter;
  return (entry) => {
    const { target } = entry;
    return (
      (method === undefined || entry.method === method.toUpperCase()) &&
      (status === undefined || entry.status === status) &&
      (code === undefined || entry.code === code) &&
      (from === undefined || entry.at >= from) &&
      (after === undefined || entry.id > after) &&
      (path === undefined ||
        matchesPattern(path, target) ||
        matchesPattern(path, target.replace(/\?.*$/s, ''))) &&
      (key === undefined || isNamedKey(secretsOf(entry).key, key))
    );
  };
}

const isNamedKey = (own: string | undefined, wanted: string): boolean =>
  own !== undefined && (own === wanted || preview(own) === wanted);

/** Secrets that the mask knows by their shape. */
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
