// Builds the request from the arguments of `waypost api`, and checks the request before waypost sends anything.

import type { CredentialKind } from '../../../api/endpoint';
import { endpoints } from '../../../api/endpoints';
import { maximumLicensees } from '../../../api/limits';
import {
  isExactRead,
  isPassingHeader,
  isQueryName,
  type RequestRule,
  ruleFor,
  segmentsOf,
} from '../../../api/request-rule';
import {
  type Credential,
  type ResolvedCredentials,
  requireApiKey,
  requireUserToken,
} from '../../../client/credentials/resolve';
import { bodyLimit } from '../../../client/http/body';
import type { PlainRequest } from '../../../client/http/service';
import { pathBelow, urlWithin } from '../../../client/url';
import { invalidInput } from '../../../lib/errors';
import { jsonText } from '../../../lib/exact-json';
import type { SeriesValue } from '../../line/command';
import type { ReadOnlyCause } from '../../line/settings';
import type { Output } from '../../output/output';
import type { Credentials } from '../../run/credentials';
import { readInputBytes, readInputText } from '../../run/input';
import type { SettingsInUse } from '../../run/settings-in-use';
import type { System } from '../../run/system';
import { type FieldText, fieldDocument, queryParameters } from './fields';

interface RequestDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

/**
 * The options of `waypost api`, as the parser returns them. The values of -f and -F are in one list, in the order of
 * the command line.
 */
export interface ApiOptions {
  field?: SeriesValue[];
  rawField?: SeriesValue[];
  header?: string[];
  input?: string;
  include?: boolean;
  paginate?: boolean;
  silent?: boolean;
  as?: string;
}

export interface PreparedRequest {
  request: PlainRequest;
  rule: RequestRule;
  resolved: ResolvedCredentials;
}

type HttpMethod = PlainRequest['method'];

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

const queryMethods: ReadonlySet<HttpMethod> = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * Returns the request that the arguments describe. Throws `invalid_input` if an argument is invalid, and
 * `missing_api_key` or `missing_user_token` if the request requires a key that is not set.
 */
export async function requestOf(
  { system, output, credentials, settings }: RequestDependencies,
  options: ApiOptions,
  named: string,
  path: string,
): Promise<PreparedRequest> {
  const method = methodOf(named);
  checkOptions(options, method, output.json);
  const headers = requestHeaders(options.header ?? []);
  const { query, body } = await fieldsAndBody({ system, credentials }, options, method);
  const resolved = await credentials.resolve();
  const url = await targetUrl(output, resolved, path, query);
  const rule = ruleFor(method, pathBelow(resolved.baseUrl, url));
  if (settings.readOnly !== undefined) {
    await refuseUnlessReads(settings.readOnly, rule, {
      method,
      path: pathBelow(resolved.baseUrl, url),
      parameters: [...url.searchParams.keys()],
      headers: Object.keys(headers),
    });
  }
  if (rule.claims && options.silent) {
    throw invalidInput(
      "--silent cannot be used with this request, because the response might be the only copy of the account's keys.",
      'Remove --silent.',
    );
  }
  if (rule.billed) addTags(url, settings);
  if (options.paginate && rule.endpoint === endpoints.licenseeList) {
    if (!url.searchParams.has('limit')) addQuery(url, [['limit', String(maximumLicensees)]]);
  }
  return {
    request: {
      method,
      url,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body,
      bearer: await bearerOf(options.as, rule, resolved),
      once: rule.claims,
      billable: rule.billed,
    },
    rule,
    resolved,
  };
}

interface CheckedRequest {
  method: string;
  path: string;
  /** The names of the query parameters. */
  parameters: readonly string[];
  /** The header names in lower case. */
  headers: readonly string[];
}

/** In read-only mode, throws `invalid_input` if the request might change data, delete data or cost lookups. */
async function refuseUnlessReads(
  readOnly: ReadOnlyCause,
  rule: RequestRule,
  { method, path, parameters, headers }: CheckedRequest,
): Promise<void> {
  const { readOnlyError, readOnlyRefusal } = await import('../../line/read-only');
  const what = `${method} ${path}`;
  if (rule.effect !== 'reads') throw readOnlyError(readOnly, what, [rule.effect]);
  if (!isExactRead(rule, path)) {
    throw readOnlyRefusal(readOnly, `${what} might not be a read-only request`);
  }
  const parameter = parameters.find((name) => !isQueryName(name));
  if (parameter !== undefined) {
    throw readOnlyRefusal(
      readOnly,
      `The parameter ${parameter} could change the effect of the request`,
    );
  }
  const header = headers.find((name) => !isPassingHeader(name));
  if (header !== undefined) {
    throw readOnlyRefusal(readOnly, `The header ${header} could change the effect of the request`);
  }
}

function methodOf(named: string): HttpMethod {
  const method = methods.find((known) => known === named.toUpperCase());
  if (method !== undefined) return method;
  throw invalidInput(
    'The first argument is not an HTTP method.',
    (command) =>
      `Use one of ${methods.join(', ')}, followed by the path, for example ${command('api', ['get', 'places'])}.`,
  );
}

function checkOptions({ input, paginate, silent }: ApiOptions, method: HttpMethod, json: boolean) {
  if (input !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw invalidInput(
      `--input cannot be used with ${method}, because ${method} requests have no body.`,
      'Remove --input. To set query parameters, use -f or -F.',
    );
  }
  if (paginate && method !== 'GET') {
    throw invalidInput('--paginate requires a GET request.', 'Remove --paginate.');
  }
  if (silent && json) {
    throw invalidInput('--silent and --json cannot be combined.', 'Remove --silent or --json.');
  }
}

/** Returns the query parameters and the body that the fields and --input describe. */
async function fieldsAndBody(
  { system, credentials }: { system: System; credentials: Credentials },
  options: ApiOptions,
  method: HttpMethod,
) {
  const { field, rawField, input } = options;
  let reads = input === '-' ? 1 : 0;
  const fields = (field ?? rawField ?? []).map(
    ({ option, text }): FieldText => ({ text, typed: option === 'field' }),
  );
  const document = await fieldDocument(fields, (path) => {
    if (path === '-') reads += 1;
    if (reads > 1) {
      throw invalidInput(
        'Standard input can be read only once.',
        'Use - for only one value, and files for the other values.',
      );
    }
    return readInputText({ system, credentials }, '-F', path, bodyLimit);
  });
  if (input === undefined && document !== undefined && !queryMethods.has(method)) {
    return { query: [], body: jsonText(document) };
  }
  const body =
    input === undefined
      ? undefined
      : await readInputBytes({ system, credentials }, '--input', input, bodyLimit);
  return { query: queryParameters(document ?? {}), body };
}

function addTags(url: URL, settings: SettingsInUse): void {
  if (settings.tags.length === 0) return;
  if (url.searchParams.has('tags')) {
    // Tags in the request's query take precedence over tags in the settings.
    if (settings.options.tags === undefined) return;
    throw invalidInput(
      '--tags and the query both set tags.',
      'Remove --tags, or remove tags from the query.',
    );
  }
  addQuery(url, [['tags', settings.tags.join(',')]]);
}

const credentialKinds: ReadonlyMap<string, CredentialKind> = new Map([
  ['api-key', 'api_key'],
  ['management-key', 'management_key'],
  ['none', 'none'],
]);

async function bearerOf(
  as: string | undefined,
  rule: RequestRule,
  resolved: ResolvedCredentials,
): Promise<string | undefined> {
  const kind = as === undefined ? rule.credential : credentialKinds.get(as);
  const required = as !== undefined || rule.required;
  switch (kind) {
    case 'api_key':
      return (required ? await requireApiKey(resolved) : resolved.apiKey)?.value;
    case 'management_key':
      return (required ? await requireUserToken(resolved) : resolved.userToken)?.value;
    case 'none':
      return undefined;
    default:
      throw invalidInput(
        '--as must be api-key, management-key or none.',
        'Remove --as to use the credential that the path requires.',
      );
  }
}

/**
 * The headers that `-H` cannot set. The HTTP client sets these headers, because they describe the connection or the
 * length of the body (RFC 9110, 7.6.1; RFC 9112, 6).
 */
const framing = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Parses `-H` values of the form `name: value` and returns the header values by lowercase name. Joins the values of a
 * repeated header with commas (RFC 9110, 5.3). Throws `invalid_input` if a header is invalid, or if waypost sets the
 * header itself.
 */
export function requestHeaders(texts: readonly string[]): Record<string, string> {
  const headers = new Map<string, string>();
  for (const text of texts) {
    const { name, value } = parseHeader(text);
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}

function parseHeader(text: string): { name: string; value: string } {
  const end = text.indexOf(':');
  const name = text.slice(0, Math.max(end, 0)).trim().toLowerCase();
  const value = text.slice(end + 1).replace(/^[ \t]+|[ \t]+$/g, '');
  if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) {
    throw invalidInput(
      'The value of -H does not have the form "name: value".',
      "For example: -H 'Content-Type: text/csv'.",
    );
  }
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    throw invalidInput(
      `The value of the ${name} header contains a line break or another invalid character.`,
      'Set each header with its own -H, and percent-encode characters that are not ASCII.',
    );
  }
  if (name === 'authorization') {
    throw invalidInput(
      '-H cannot set the Authorization header.',
      'Choose the credential with --as, or pipe in another credential with --api-key - or --management-key -.',
    );
  }
  if (name === 'proxy-authorization') {
    throw invalidInput(
      '-H cannot set the Proxy-Authorization header.',
      'Add the user name and the password to the URL of the proxy, for example in HTTPS_PROXY.',
    );
  }
  if (framing.has(name)) {
    throw invalidInput(
      `-H cannot set the ${name} header.`,
      `Remove the ${name} header. waypost sets the headers that describe the connection or the body.`,
    );
  }
  return { name, value };
}

/**
 * Returns the request's URL. Replaces `{key}` in the path with the API key, and adds parameters to the query. Throws
 * `invalid_input` if the path is outside the base URL, or if the URL contains a credential, because servers log URLs.
 * Throws `missing_api_key` if the path contains `{key}` and no API key is set. Adds the keys in the URL to the keys
 * that waypost masks in its output.
 */
async function targetUrl(
  output: Output,
  resolved: ResolvedCredentials,
  path: string,
  query: [string, string][],
): Promise<URL> {
  const url = urlWithin(resolved.baseUrl, await pathWithKey(path, resolved));
  addQuery(url, query);
  maskKeys(output, url, resolved.baseUrl);
  refuseCredentials(url, segmentsOf(pathBelow(resolved.baseUrl, url)), resolved);
  return url;
}

/** Adds parameters to a query. Does not change the existing parameters. */
function addQuery(url: URL, parameters: [string, string][]): void {
  const added = new URLSearchParams(parameters).toString();
  if (added !== '') url.search += `${url.search === '' ? '' : '&'}${added}`;
}

async function pathWithKey(text: string, resolved: ResolvedCredentials): Promise<string> {
  const end = text.indexOf('?');
  const path = end === -1 ? text : text.slice(0, end);
  const key = path.includes('{key}') ? (await requireApiKey(resolved)).value : '';
  const whole = path.replace(/\{(\w*)\}/g, (_, name: string) => {
    if (name === 'key') return encodeURIComponent(key);
    throw invalidInput(
      `waypost does not replace the placeholder {${name}}.`,
      `Replace {${name}} with its value. waypost replaces only {key}, with the API key in use.`,
    );
  });
  return whole + (end === -1 ? '' : text.slice(end));
}

function maskKeys(output: Output, url: URL, baseUrl: URL): void {
  // A URL identifies a licensee by its ID or its key. waypost masks only the key, because the ID is not secret.
  const mask = (licensee: string | undefined) => {
    if (licensee !== undefined && !/^\d+$/.test(licensee)) output.mask.add(licensee);
  };
  const path = pathBelow(baseUrl, url);
  for (const segments of [path.split('/').slice(1), segmentsOf(path)]) {
    const [resource, key, list, licensee] = segments;
    if (resource === 'keys' || resource === 'sign_up') output.mask.add(key);
    if (resource === 'keys' && list === 'licensees') mask(licensee);
  }
  for (const licensee of url.searchParams.getAll('licensee')) mask(licensee);
}

/**
 * Throws `invalid_input` if a URL contains credentials, because servers log URLs. An API key in the path is allowed.
 */
function refuseCredentials(
  url: URL,
  path: readonly string[],
  { apiKey, userToken }: ResolvedCredentials,
): void {
  const hint =
    'Remove the credential from the URL. waypost sends the key in a header. Choose the key with --as.';
  for (const [name, value] of url.searchParams) {
    const isCredential = /^(api_key|user_token)(\[|$)/i.test(name.trim());
    if (isCredential || holds(name + value, apiKey) || holds(name + value, userToken)) {
      throw invalidInput('The query contains a credential.', hint);
    }
  }
  const [resource, key = ''] = path;
  const isManagementKey = resource === 'keys' && key.startsWith('uk_');
  if (isManagementKey || path.some((segment) => holds(segment, userToken))) {
    throw invalidInput('The path contains a management key.', hint);
  }
}

/** True if the text contains the credential. A credential with six characters or fewer never matches. */
function holds(text: string, credential: Credential | undefined): boolean {
  return credential !== undefined && credential.value.length > 6 && text.includes(credential.value);
}
