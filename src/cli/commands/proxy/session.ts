// One session of the proxy: tokens in place of the keys, allowed operations, a limit of lookups, an end, and what a
// request asks of it. A path is decoded once; what is judged is also what is sent.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { CatalogCode } from '../../../api/catalog';
import type { Endpoint } from '../../../api/endpoint';
import { endpoints } from '../../../api/endpoints';
import {
  isExactRead,
  isPlainSegment,
  isQueryName,
  type RequestRule,
  ruleFor,
  segmentsOf,
} from '../../../api/request-rule';
import type { SessionLimit } from '../../../api/session-limit';
import { urlWithin } from '../../../client/url';
import { invalidInput } from '../../../lib/errors';
import { apiTokenPrefix, managementTokenPrefix } from '../../../lib/identity';
import type { Clock } from '../../../lib/runtime';

interface SessionOptions {
  allowed: Allowed;
  /** Most lookups that may be billed; Infinity for no limit. */
  maxLookups: number;
  /** When it ends, in milliseconds since the epoch; undefined for never. */
  expiresAt: number | undefined;
  clock: Clock;
}

/** Why a request is refused: a code of the service, the limit of the session, and the reason in words. */
export interface Denial {
  code: CatalogCode;
  /** Undefined for a failure of the service. */
  limit: SessionLimit | undefined;
  reason: string;
}

/** A session. The tokens look like keys, because programs check their prefixes. */
export class Session {
  readonly apiToken = `${apiTokenPrefix}${randomBytes(18).toString('hex')}`;
  readonly managementToken = `${managementTokenPrefix}${randomBytes(18).toString('hex')}`;
  readonly #options: SessionOptions;
  /** When it ends, by a clock that nobody can set; it stands still while the machine sleeps. */
  readonly #endsAt: number;
  #lookups = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#endsAt = performance.now() + this.#leftByClock;
  }

  /** Milliseconds until it ends, by whichever clock says so first; Infinity for never. */
  get leftMs(): number {
    return Math.min(this.#endsAt - performance.now(), this.#leftByClock);
  }

  get #leftByClock(): number {
    const { expiresAt = Number.POSITIVE_INFINITY, clock } = this.#options;
    return expiresAt - clock.now();
  }

  /** Lookups that were sent and may have been billed. */
  get lookups(): number {
    return this.#lookups;
  }

  /** Whether these credentials contain the token, and no other key. */
  admits(credentials: readonly string[]): boolean {
    return credentials.length > 0 && credentials.every((given) => this.#isToken(given));
  }

  /** Whether the token is among these credentials. */
  isHeldBy(credentials: readonly string[]): boolean {
    return credentials.some((given) => this.#isToken(given));
  }

  #isToken(given: string): boolean {
    return isSame(given, this.apiToken) || isSame(given, this.managementToken);
  }

  /** Why a request is refused; undefined if it is allowed. */
  denial(wanted: ProxyRequest): Denial | undefined {
    const { allowed, maxLookups } = this.#options;
    if (this.leftMs <= 0) {
      return { code: 4010, limit: 'expires', reason: 'the session has expired' };
    }
    if (!allowed.allows(wanted)) {
      const name = operationName(wanted.rule);
      const isNamed = allowed.names(wanted);
      if (!isNamed && name === undefined && wanted.rule.endpoint === undefined) {
        return { code: 404, limit: 'path', reason: 'no operation of the service' };
      }
      return {
        code: 4012,
        limit: isNamed ? 'read_only' : 'allow',
        reason: `${name ?? 'this operation'} is not allowed in this session`,
      };
    }
    if (mayBeBilled(wanted) && this.#lookups >= maxLookups) {
      return {
        code: 4021,
        limit: 'max_lookups',
        reason: `the ${maxLookups} lookups of this session are used`,
      };
    }
    return undefined;
  }

  /** Counts a request that may be billed. Returns a function that takes the count back: call it at most once. */
  spend(wanted: ProxyRequest): () => void {
    if (!mayBeBilled(wanted)) return () => {};
    this.#lookups += 1;
    return () => {
      this.#lookups -= 1;
    };
  }
}

/** A request that no command makes may be billed. */
function mayBeBilled({ method, rule }: ProxyRequest): boolean {
  const isUnknown = rule.endpoint === undefined && rule.credential === 'api_key';
  return rule.billed || (isUnknown && method !== 'HEAD' && method !== 'OPTIONS');
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The operations of the service that a command makes, by its name. */
const operationCommands = Object.values(endpoints).flatMap((endpoint) => {
  const { command } = endpoint;
  return command === null ? [] : [{ command, endpoint }];
});

/** Values of `--allow` beside a method and a path. */
const operationNames = [...new Set(operationCommands.map(({ command }) => command))];

/** The default: every lookup, and whether the key works. */
const defaultNames = operationCommands
  .filter(({ command, endpoint }) => command === 'keys show' || endpoint.credential === 'api_key')
  .map(({ command }) => command);

/** An entry of an allow-list, or all of its entries. */
interface Entry {
  names: (wanted: ProxyRequest) => boolean;
  /** Whether it needs a management key. */
  management: boolean;
}

export interface Allowed extends Entry {
  /** Whether the list names a request, and a read-only session does not refuse it. */
  allows: (wanted: ProxyRequest) => boolean;
}

/** The name of an operation, such as `places search`; undefined if no command makes it. */
export function operationName({ endpoint }: RequestRule): string | undefined {
  return operationCommands.find((operation) => operation.endpoint === endpoint)?.command;
}

/**
 * The allow-list of these names; without any, the default. With `readOnly`, only what reads is left of it. Throws
 * `invalid_input` for an unknown name.
 */
export function allowedBy(named: readonly string[], readOnly = false): Allowed {
  const entries = (named.length === 0 ? defaultNames : named).map(entryOf);
  const names = (wanted: ProxyRequest) => entries.some((entry) => entry.names(wanted));
  return {
    names,
    allows: (wanted) => names(wanted) && (!readOnly || isExactRead(wanted.rule, wanted.path)),
    management: entries.some(({ management }) => management),
  };
}

function entryOf(text: string): Entry {
  const name = text.trim().replace(/\s+/g, ' ');
  const [, method, path] = /^([A-Za-z]+) (\/\S*)$/.exec(name) ?? [];
  if (method !== undefined && path !== undefined) return byPath(method.toUpperCase(), path);
  // The name of a noun means all of its commands.
  const names = operationNames.filter((one) => one === name || one.split(' ')[0] === name);
  if (names.length === 0) {
    throw invalidInput(
      `There is no operation '${name}'.`,
      `--allow takes a command such as 'places search', a noun such as places, or a method and a path such as 'GET /places/{place}'. Commands: ${operationNames.join(', ')}.`,
    );
  }
  const all: Endpoint[] = operationCommands
    .filter(({ command }) => names.includes(command))
    .map(({ endpoint }) => endpoint);
  return {
    names: ({ rule: { endpoint } }) => endpoint !== undefined && all.includes(endpoint),
    management: all.some(({ credential }) => credential === 'management_key'),
  };
}

function byPath(method: string, path: string): Entry {
  const template = segmentsOf(path);
  return {
    names: (wanted) => {
      const segments = segmentsOf(wanted.path);
      return (
        wanted.method === method &&
        segments.length === template.length &&
        template.every((part, at) => /^\{.*\}$/.test(part) || part === segments[at])
      );
    },
    // The availability of a key is the only path under /keys without a management key.
    management: template[0] === 'keys' && template.length > 2,
  };
}

export interface ProxyRequest {
  method: string;
  /** Path below the base URL, without its query; each segment is decoded and encoded again. */
  path: string;
  /** The parameters that operations take, with a question mark before them; empty for none. */
  query: string;
  rule: RequestRule;
}

/** Parameters that name a key to some service: `api_key`, but also `API_KEY`, `api.key` and `api_key[]`. */
const keyParameters = new Set(['apikey', 'usertoken']);

export function readRequest(
  { method = 'GET', url = '', headers }: IncomingMessage,
  basePath: string,
): { credentials: string[]; wanted: ProxyRequest | undefined } {
  const [path = '', ...rest] = url.split('?');
  const parts = rest.length === 0 ? [] : rest.join('?').split('&');
  const nameOf = (part: string) => formDecoded(part.split('=')[0] ?? '');
  /** With its equals sign; empty if there is none. */
  const valueTextOf = (part: string) => (part.includes('=') ? part.slice(part.indexOf('=')) : '');
  const isCredential = (part: string) =>
    keyParameters.has(
      nameOf(part)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    );
  // Some services take another method from a parameter; some separate parameters by a semicolon.
  const forwarded = parts
    .filter((part) => isQueryName(nameOf(part)))
    .map((part) => nameOf(part) + valueTextOf(part).replaceAll(';', '%3B'));
  const segments = segmentsBelow(path, basePath);
  const wantedPath = segments?.map((segment) => `/${encodeURIComponent(segment)}`).join('');
  return {
    credentials: [
      ...parts.filter(isCredential).map((part) => formDecoded(part.slice(part.indexOf('=') + 1))),
      ...inHeader(headers.authorization),
      ...(segments?.[0] === 'keys' ? segments.slice(1, 2) : []),
    ],
    wanted:
      wantedPath === undefined
        ? undefined
        : {
            method,
            path: wantedPath,
            query: forwarded.length === 0 ? '' : `?${forwarded.join('&')}`,
            rule: ruleFor(method, wantedPath),
          },
  };
}

/** The decoded segments below the base path; undefined if one of them could be read in another way. */
function segmentsBelow(path: string, basePath: string): string[] | undefined {
  if (!path.startsWith(`${basePath}/`)) return undefined;
  try {
    const segments = path
      .slice(basePath.length + 1)
      .split('/')
      .map(decodeURIComponent);
    return segments.every(isPlainSegment) ? segments : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The target of a request, with the real key in place of a token in its path. Throws `invalid_input` for a
 * query that could be read in another way.
 */
export function serviceUrl({ path, query }: ProxyRequest, baseUrl: URL, apiKey: string): URL {
  const [start = '', resource = '', , ...rest] = path.split('/');
  const own =
    resource === 'keys' ? [start, resource, encodeURIComponent(apiKey), ...rest].join('/') : path;
  return urlWithin(baseUrl, `${own}${query}`);
}

/** The path without the key in it, for the log and for messages. */
export function pathForLog({ path, query }: ProxyRequest): string {
  return `${path.replace(/^\/keys\/[^/]*/, '/keys/{key}')}${query}`;
}

/** Both forms of the header; any other content is an unknown credential. */
function inHeader(header: string | undefined): string[] {
  if (header === undefined || header.trim() === '') return [];
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(header.trim()) ?? [];
  if (bearer !== undefined) return [bearer];
  const members = [...header.matchAll(/(?:^|[\s,])(?:api_key|user_token)\s*=\s*"([^"]*)"/gi)];
  return members.length === 0 ? [header] : members.map(([, value = '']) => value);
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
