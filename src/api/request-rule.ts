// The rule for a request that `waypost api` sends or `waypost proxy` forwards: the matching endpoint, and that
// endpoint's credential and effect. For an unknown path, the first segment determines the credential.
import { type CredentialKind, type Effect, type Endpoint, effectOf } from './endpoint';
import { endpoints } from './endpoints';
import { headerNames, queryNames } from './request-names';

export interface RequestRule {
  /** The matching endpoint, or undefined for an unknown path or method. */
  endpoint: Endpoint | undefined;
  credential: CredentialKind;
  /**
   * Whether the request requires the credential. If the credential is optional and not available, waypost sends the
   * request without it.
   */
  required: boolean;
  /**
   * Whether the request is expected to cost lookups. False for every HEAD request. waypost adds tags only to requests
   * that are expected to cost lookups.
   */
  billed: boolean;
  /**
   * The effect of the request. If a GET request to the path costs lookups, the effect of a HEAD request is also
   * `bills`, in case the service bills HEAD requests.
   */
  effect: Effect;
  /** Whether the response might contain the only copy of an account's keys. */
  claims: boolean;
}

/**
 * Returns the rule for a method and a path below the base URL. A HEAD request matches the same endpoint as a GET
 * request, but `billed` and `claims` are false for every HEAD request.
 */
export function ruleFor(method: string, path: string): RequestRule {
  const segments = segmentsOf(path);
  const endpoint = endpointAt(method === 'HEAD' ? 'GET' : method, segments);
  const [resource = ''] = segments;
  const bills = endpoint?.billed === true;
  const claims = endpoint === endpoints.signUpPoll && method === 'GET';
  const named = endpoint?.credential ?? byResource.get(resource) ?? 'api_key';
  return {
    endpoint,
    // A request for a key's public record does not require a credential. If the management key is available, waypost
    // sends this key, because the service then returns more fields.
    credential: named === 'none' ? (byResource.get(resource) ?? 'none') : named,
    required: named !== 'none',
    billed: bills && method !== 'HEAD',
    effect: claims ? 'changes' : effectOf({ method, billed: bills }),
    claims,
  };
}

/**
 * True if a request exactly matches an operation that only reads data. A path that differs slightly, such as
 * `/emails/`, does not match, because the service might still run an operation that costs lookups or changes data.
 */
export function isExactRead({ endpoint, effect }: RequestRule, path: string): boolean {
  return endpoint !== undefined && effect === 'reads' && segmentsOf(path).every(isPlainSegment);
}

/**
 * True if a decoded segment is not empty, does not consist only of dots, and does not contain a slash, a backslash, a
 * semicolon, a control character or a percent-encoded character.
 */
export function isPlainSegment(segment: string): boolean {
  return !/^\.*$|[/\\;\0-\x1f\x7f]|%[0-9a-f]{2}/i.test(segment);
}

/** True if an operation has a query parameter with exactly this name. */
export function isQueryName(name: string): boolean {
  return queryNames.includes(name);
}

/**
 * The headers that `waypost proxy` forwards: the operations' own headers, headers that describe the body or the
 * expected response, and headers that identify the web page that sent the request. If a key has allowed URLs, the
 * service requires the headers that identify the web page.
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
 * True if `waypost proxy` forwards the header with this lowercase name. The proxy drops other headers, because some
 * servers let a header override the request's method, path or sender.
 */
export function isPassingHeader(name: string): boolean {
  return passingHeaders.has(name);
}

/** Splits a path into segments, and decodes each segment. A segment with malformed percent encoding stays encoded. */
export function segmentsOf(path: string): string[] {
  return path.split('/').slice(1).map(decodeSegment);
}

/**
 * The credentials for unknown paths, by the first segment of the path. Unknown paths with any other first segment use
 * the API key.
 */
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
