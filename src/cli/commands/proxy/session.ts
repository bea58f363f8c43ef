// A proxy session has allowed operations, a lookup limit, an expiration time, and tokens that replace the keys. The
// proxy decodes a request's path only once, so that it forwards exactly the request that it checked.
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
import { codesOfLimits, type SessionLimit } from '../../../api/session-limit';
import { urlWithin } from '../../../client/url';
import { invalidInput } from '../../../lib/errors';
import { apiTokenPrefix, managementTokenPrefix } from '../../../lib/identity';
import type { Clock } from '../../../lib/runtime';
import { counted } from '../../output/words';

interface SessionOptions {
  allowed: Allowed;
  /** The maximum number of lookups that the service might bill in this session, or `Infinity` if there is no limit. */
  maxLookups: number;
  /** The time when the session expires, in epoch milliseconds, or undefined if the session never expires. */
  expiresAt: number | undefined;
  clock: Clock;
}

/** The reason why the proxy rejects a request: an API code, the session limit that applies, and a description. */
export interface Denial {
  code: CatalogCode;
  /** The session limit that applies, or undefined if the service rejected the request. */
  limit: SessionLimit | undefined;
  reason: string;
}

/** Returns the denial for a request that this limit does not allow. */
export function denied(limit: SessionLimit, reason: string): Denial {
  return { code: codesOfLimits[limit], limit, reason };
}

/**
 * A proxy session. The session tokens have the same prefixes as keys, because some programs check the prefix of a key.
 */
export class Session {
  readonly apiToken = `${apiTokenPrefix}${randomBytes(18).toString('hex')}`;
  readonly managementToken = `${managementTokenPrefix}${randomBytes(18).toString('hex')}`;
  readonly #options: SessionOptions;
  /**
   * The time on the monotonic clock when the session expires. Changes to the system clock do not affect the monotonic
   * clock, but the monotonic clock can stop while the machine sleeps.
   */
  readonly #endsAt: number;
  #lookups = 0;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#endsAt = performance.now() + this.#leftByClock;
  }

  /**
   * The milliseconds until the session expires by the system clock or by the monotonic clock, whichever is earlier.
   * `Infinity` if the session never expires.
   */
  get leftMs(): number {
    return Math.min(this.#endsAt - performance.now(), this.#leftByClock);
  }

  get #leftByClock(): number {
    const { expiresAt = Number.POSITIVE_INFINITY, clock } = this.#options;
    return expiresAt - clock.now();
  }

  /** How many of the session's lookups the service might have billed. */
  get lookups(): number {
    return this.#lookups;
  }

  /** True if there is at least one credential, and every credential is a token of this session. */
  admits(credentials: readonly string[]): boolean {
    return credentials.length > 0 && credentials.every((given) => this.#isToken(given));
  }

  /** True if at least one of the credentials is a token of this session. */
  isHeldBy(credentials: readonly string[]): boolean {
    return credentials.some((given) => this.#isToken(given));
  }

  #isToken(given: string): boolean {
    return isSame(given, this.apiToken) || isSame(given, this.managementToken);
  }

  /** Returns the reason for rejecting a request, or undefined if the session allows the request. */
  denial(wanted: ProxyRequest): Denial | undefined {
    const { allowed, maxLookups } = this.#options;
    if (this.leftMs <= 0) {
      return denied('expires', 'the session has expired');
    }
    if (!allowed.allows(wanted)) {
      const name = operationName(wanted.rule);
      const isNamed = allowed.names(wanted);
      if (!isNamed && name === undefined && wanted.rule.endpoint === undefined) {
        return denied('path', 'the service does not have this operation');
      }
      const limit = isNamed ? 'read_only' : 'allow';
      return denied(limit, `this session does not allow ${name ?? 'this operation'}`);
    }
    if (mayBeBilled(wanted) && this.#lookups >= maxLookups) {
      const reason = `this session has reached its limit of ${counted(maxLookups, 'lookup')}`;
      return denied('max_lookups', reason);
    }
    return undefined;
  }

  /**
   * Counts a request if the service might bill it. Returns a function that subtracts the request from the count. The
   * caller must call this returned function at most once.
   */
  spend(wanted: ProxyRequest): () => void {
    if (!mayBeBilled(wanted)) return () => {};
    this.#lookups += 1;
    return () => {
      this.#lookups -= 1;
    };
  }
}

/**
 * True if the service might bill a request. An unknown operation that uses the API key counts as billed, unless the
 * method is HEAD or OPTIONS.
 */
function mayBeBilled({ method, rule }: ProxyRequest): boolean {
  const isUnknown = rule.endpoint === undefined && rule.credential === 'api_key';
  return rule.billed || (isUnknown && method !== 'HEAD' && method !== 'OPTIONS');
}

function isSame(given: string, token: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The service's operations that have a command, each with the command's name. */
const operationCommands = Object.values(endpoints).flatMap((endpoint) => {
  const { command } = endpoint;
  return command === null ? [] : [{ command, endpoint }];
});

/** The command names that `--allow` accepts. `--allow` also accepts command groups, and a method with a path. */
const operationNames = [...new Set(operationCommands.map(({ command }) => command))];

/**
 * The operations that a session allows by default: every operation that requires an API key, and the operation that
 * checks whether the key works.
 */
const defaultNames = operationCommands
  .filter(({ command, endpoint }) => command === 'keys show' || endpoint.credential === 'api_key')
  .map(({ command }) => command);

/** The operations that one value of `--allow` selects. */
interface Entry {
  /** Returns true if the entry selects the request's operation. */
  names: (wanted: ProxyRequest) => boolean;
  /** True if at least one of these operations requires a management key. */
  management: boolean;
}

export interface Allowed extends Entry {
  /**
   * Returns true if the session allows the request's operation. In a read-only session, allows only requests that read
   * data.
   */
  allows: (wanted: ProxyRequest) => boolean;
}

/** Returns an operation's name, such as `places search`, or undefined if no command performs the operation. */
export function operationName({ endpoint }: RequestRule): string | undefined {
  return operationCommands.find((operation) => operation.endpoint === endpoint)?.command;
}

/**
 * Returns the operations that these names allow, or the default operations if there are no names. If `readOnly` is
 * true, only requests that read data are allowed. Throws `invalid_input` if a name is unknown.
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
  // The name of a command group selects every command in the group.
  const names = operationNames.filter((one) => one === name || one.split(' ')[0] === name);
  if (names.length === 0) {
    throw invalidInput(
      `Unknown operation: '${name}'.`,
      `Set --allow to a command such as 'places search', a command group such as places, or a method and a path such as 'GET /places/{place}'. Commands: ${operationNames.join(', ')}.`,
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
  const { endpoint } = ruleFor(method, path);
  const isBelowKey = template[0] === 'keys' && template.length > 2;
  return {
    names: (wanted) => {
      const segments = segmentsOf(wanted.path);
      return (
        wanted.method === method &&
        segments.length === template.length &&
        template.every((part, at) => /^\{.*\}$/.test(part) || part === segments[at])
      );
    },
    // An unknown operation counts as a management operation if its path continues after /keys/{key}.
    management: endpoint === undefined ? isBelowKey : endpoint.credential === 'management_key',
  };
}

export interface ProxyRequest {
  method: string;
  /** The path below the base URL, without the query. The proxy has decoded each segment and encoded it again. */
  path: string;
  /**
   * The query with its question mark, or '' if there are no parameters. The query contains only parameters that the
   * service's operations accept.
   */
  query: string;
  rule: RequestRule;
}

/**
 * Names of query parameters that can contain a key, reduced to lowercase letters. For example, `api_key`, `API_KEY`,
 * `api.key` and `api_key[]` all become `apikey`.
 */
const keyParameters = new Set(['apikey', 'usertoken']);

export function readRequest(
  { method = 'GET', url = '', headers }: IncomingMessage,
  basePath: string,
): { credentials: string[]; wanted: ProxyRequest | undefined } {
  const [path = '', ...rest] = url.split('?');
  const parts = rest.length === 0 ? [] : rest.join('?').split('&');
  const nameOf = (part: string) => formDecoded(part.split('=')[0] ?? '');
  /** Returns a parameter's value with its equals sign, or '' if there is no equals sign. */
  const valueTextOf = (part: string) => (part.includes('=') ? part.slice(part.indexOf('=')) : '');
  const isCredential = (part: string) =>
    keyParameters.has(
      nameOf(part)
        .toLowerCase()
        .replace(/[^a-z]/g, ''),
    );
  // The proxy removes unknown parameters, because some services read the HTTP method from a parameter. The proxy
  // encodes semicolons, because some services treat a semicolon as a separator.
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

/**
 * Splits the path below the base path into segments, and decodes each segment. Returns undefined if the path is not
 * below the base path, or if a segment is ambiguous.
 */
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
 * Returns the URL of the request to the service. In a path below /keys, the real key replaces the token. Throws
 * `invalid_input` if the URL is not within the base URL.
 */
export function serviceUrl({ path, query }: ProxyRequest, baseUrl: URL, apiKey: string): URL {
  const [start = '', resource = '', , ...rest] = path.split('/');
  const own =
    resource === 'keys' ? [start, resource, encodeURIComponent(apiKey), ...rest].join('/') : path;
  return urlWithin(baseUrl, `${own}${query}`);
}

/** Returns the path and the query with `{key}` in place of the key, for the log and for messages. */
export function pathForLog({ path, query }: ProxyRequest): string {
  return `${path.replace(/^\/keys\/[^/]*/, '/keys/{key}')}${query}`;
}

/**
 * Returns the credentials in an Authorization header: a bearer token, or `api_key` and `user_token` values. Any other
 * header counts as one unknown credential.
 */
function inHeader(header: string | undefined): string[] {
  if (header === undefined || header.trim() === '') return [];
  const [, bearer] = /^bearer\s+(\S+)$/i.exec(header.trim()) ?? [];
  if (bearer !== undefined) return [bearer];
  const credentials = [...header.matchAll(/(?:^|[\s,])(?:api_key|user_token)\s*=\s*"([^"]*)"/gi)];
  return credentials.length === 0 ? [header] : credentials.map(([, value = '']) => value);
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
