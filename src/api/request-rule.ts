// The rule for a request that the caller wrote: which row of the endpoint table it matches, and what follows
// from that. A path that is not in the table goes by its first segment.
import { type CredentialKind, type Effect, type Endpoint, effectOf } from './endpoint';
import { endpoints } from './endpoints';
import { headerNames, queryNames } from './request-names';

export interface RequestRule {
  /** The row of the table; undefined for a path or method that is not in it. */
  endpoint: Endpoint | undefined;
  credential: CredentialKind;
  /** Whether it fails without the credential; else it is sent without one if none is known. */
  required: boolean;
  /** Whether it may consume lookups, so that tags are stored with it. */
  billed: boolean;
  /** What it does; a claim ends a sign-up. HEAD does the same as GET: a service might bill it. */
  effect: Effect;
  /** Whether its answer may be the only copy of an account's keys. */
  claims: boolean;
}

/** The rule for a method and a path below the base URL. HEAD is a GET that consumes nothing. */
export function ruleFor(method: string, path: string): RequestRule {
  const segments = segmentsOf(path);
  const endpoint = endpointAt(method === 'HEAD' ? 'GET' : method, segments);
  const [resource = ''] = segments;
  const bills = endpoint?.billed === true;
  const claims = endpoint === endpoints.signUpPoll && method === 'GET';
  const named = endpoint?.credential ?? byResource.get(resource) ?? 'api_key';
  return {
    endpoint,
    // A key's public record needs no credential, but contains more for its owner.
    credential: named === 'none' ? (byResource.get(resource) ?? 'none') : named,
    required: named !== 'none',
    billed: bills && method !== 'HEAD',
    effect: claims ? 'changes' : effectOf({ method, billed: bills }),
    claims,
  };
}

/**
 * Whether a request is exactly an operation that only reads. A service might take another spelling of a path, such as
 * `/emails/`, for an operation that does more.
 */
export function isExactRead({ endpoint, effect }: RequestRule, path: string): boolean {
  return endpoint !== undefined && effect === 'reads' && segmentsOf(path).every(isPlainSegment);
}

/** Whether a decoded segment has no separators, no parameters, no second encoding, and is not only dots. */
export function isPlainSegment(segment: string): boolean {
  return !/^\.*$|[/\\;\0-\x1f\x7f]|%[0-9a-f]{2}/i.test(segment);
}

/** Whether an operation takes a query parameter of exactly this name. */
export function isQueryName(name: string): boolean {
  return queryNames.includes(name);
}

/**
 * Headers that pass: those of the operations, those that describe a body or the answer that the caller wants, and the
 * page that a request comes from, which keys with allowed URLs require.
 */
const passingHeaders = new Set([
  ...headerNames,
  'accept',
  'accept-language',
  'content-encoding',
  'content-length',
  'content-type',
  'if-none-match',
  'origin',
  'referer',
  'user-agent',
]);

/**
 * Whether a header, by its name in lower case, says nothing but what a service expects. Some servers take another
 * method, path or sender from a header, so that no other header passes.
 */
export function isPassingHeader(name: string): boolean {
  return passingHeaders.has(name);
}

/** The segments of a path, percent-decoded where that is possible. */
export function segmentsOf(path: string): string[] {
  return path.split('/').slice(1).map(decodeSegment);
}

/** The credential of paths that are not in the table, by their first segment. */
const byResource: ReadonlyMap<string, CredentialKind> = new Map([
  ['keys', 'management_key'],
  ['sign_up', 'none'],
]);

function endpointAt(method: string, segments: readonly string[]): Endpoint | undefined {
  return Object.values<Endpoint>(endpoints).find((endpoint) => {
    const template = segmentsOf(endpoint.path);
    return (
      endpoint.method === method &&
      template.length === segments.length &&
      template.every((part, index) =>
        part.startsWith('{') ? segments[index] !== '' : part === segments[index],
      )
    );
  });
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
