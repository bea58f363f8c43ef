// The request that the arguments of `waypost api` make, checked before anything is sent.

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
import { type FieldText, fieldDocument, queryMembers } from './fields';

interface RequestDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
  settings: SettingsInUse;
}

/** The options as the parser gives them. Both kinds of field are one list, in the order they were given. */
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
 * The request that is meant. Throws `invalid_input` for arguments that make none, and `missing_api_key`
 * or `missing_user_token` where it needs a credential that is not known.
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
    throw invalidInput("The answer may be the only copy of an account's keys.", 'Omit --silent.');
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

interface JudgedRequest {
  method: string;
  path: string;
  /** Names. */
  parameters: readonly string[];
  /** Names in lower case. */
  headers: readonly string[];
}

/** Throws `invalid_input` for a request that is not exactly an operation that reads. */
async function refuseUnlessReads(
  readOnly: ReadOnlyCause,
  rule: RequestRule,
  { method, path, parameters, headers }: JudgedRequest,
): Promise<void> {
  const { readOnlyError, readOnlyRefusal } = await import('../../line/read-only');
  const what = `${method} ${path}`;
  if (rule.effect !== 'reads') throw readOnlyError(readOnly, what, [rule.effect]);
  if (!isExactRead(rule, path)) {
    throw readOnlyRefusal(readOnly, `${what} is not exactly an operation that reads`);
  }
  const parameter = parameters.find((name) => !isQueryName(name));
  if (parameter !== undefined) {
    throw readOnlyRefusal(readOnly, `No operation takes a parameter named '${parameter}'`);
  }
  const header = headers.find((name) => !isPassingHeader(name));
  if (header !== undefined) {
    throw readOnlyRefusal(readOnly, `The header ${header} could change what the request does`);
  }
}

function methodOf(named: string): HttpMethod {
  const method = methods.find((known) => known === named.toUpperCase());
  if (method !== undefined) return method;
  throw invalidInput(
    'The first argument is not a method.',
    (command) =>
      `It is one of ${methods.join(', ')}; the path comes after it: ${command('api', ['get', 'places'])}.`,
  );
}

function checkOptions({ input, paginate, silent }: ApiOptions, method: HttpMethod, json: boolean) {
  if (input !== undefined && (method === 'GET' || method === 'HEAD')) {
    throw invalidInput(`${method} has no body.`, 'Give members of the query with -f or -F.');
  }
  if (paginate && method !== 'GET') {
    throw invalidInput('--paginate reads pages, with GET.', 'Omit it.');
  }
  if (silent && json) {
    throw invalidInput(
      '--silent prints nothing, and --json prints exactly one document.',
      'Give one of them.',
    );
  }
}

/** What the fields and --input make: members of the query, and the body. */
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
      throw invalidInput('Standard input can be read only once.', 'Give the other as a file.');
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
  return { query: queryMembers(document ?? {}), body };
}

function addTags(url: URL, settings: SettingsInUse): void {
  if (settings.tags.length === 0) return;
  if (url.searchParams.has('tags')) {
    // Those of the settings stand below what the request itself says.
    if (settings.options.tags === undefined) return;
    throw invalidInput('The tags are given twice.', 'Omit --tags, or tags in the query.');
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
        '--as takes api-key, management-key or none.',
        'Omit it for the credential that the path asks for.',
      );
  }
}

/** What frames a request; the HTTP layer writes it (RFC 9110, 7.6.1; RFC 9112, 6). */
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
 * Headers by name in lower case, of `name: value` texts; one that is given more than once is a list
 * (RFC 9110, 5.3). Throws `invalid_input` for what is no header, and for those waypost writes itself.
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
    throw invalidInput('A header is not name: value.', "For example: -H 'Content-Type: text/csv'.");
  }
  if (!/^[\t\x20-\x7e]*$/.test(value)) {
    throw invalidInput(
      `The value of the header ${name} contains a line break or other invalid characters.`,
      'Give each header on its own with -H; percent-encode what is not ASCII.',
    );
  }
  if (name === 'authorization' || name === 'proxy-authorization') {
    throw invalidInput(
      'The credential is not given as a header.',
      'waypost sends the one in use; choose with --as. Pipe another in: --api-key - or --management-key -.',
    );
  }
  if (framing.has(name)) {
    throw invalidInput(
      `The header ${name} is written by waypost itself.`,
      'Omit it; it follows from the base URL and the body.',
    );
  }
  return { name, value };
}

/**
 * Fills `{key}` in the path and adds members to the query. Throws `invalid_input` for a path that leads
 * out of the base URL or holds a credential where one is seen, and `missing_api_key` where `{key}`
 * cannot be filled. Keys in the path are masked from then on.
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

/** Adds members to a query. What stands there already keeps its spelling. */
function addQuery(url: URL, members: [string, string][]): void {
  const added = new URLSearchParams(members).toString();
  if (added !== '') url.search += `${url.search === '' ? '' : '&'}${added}`;
}

async function pathWithKey(text: string, resolved: ResolvedCredentials): Promise<string> {
  const end = text.indexOf('?');
  const path = end === -1 ? text : text.slice(0, end);
  const key = path.includes('{key}') ? (await requireApiKey(resolved)).value : '';
  const whole = path.replace(/\{(\w*)\}/g, (_, name: string) => {
    if (name === 'key') return encodeURIComponent(key);
    throw invalidInput(
      `There is no value for {${name}}.`,
      'Only {key} is replaced, by the API key in use. Write the value of others.',
    );
  });
  return whole + (end === -1 ? '' : text.slice(end));
}

function maskKeys(output: Output, url: URL, baseUrl: URL): void {
  // Whatever stands there in place of an id may be a key.
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

/** URLs end in logs and histories: of all credentials, only the key that is asked about may be in one. */
function refuseCredentials(
  url: URL,
  path: readonly string[],
  { apiKey, userToken }: ResolvedCredentials,
): void {
  const hint = 'Omit it: the key in use is sent in a header. --as chooses which.';
  for (const [name, value] of url.searchParams) {
    const isCredential = /^(api_key|user_token)(\[|$)/i.test(name.trim());
    if (isCredential || holds(name + value, apiKey) || holds(name + value, userToken)) {
      throw invalidInput('A credential does not belong in the query.', hint);
    }
  }
  const [resource, key = ''] = path;
  const isManagementKey = resource === 'keys' && key.startsWith('uk_');
  if (isManagementKey || path.some((segment) => holds(segment, userToken))) {
    throw invalidInput('A management key does not belong in the path.', hint);
  }
}

/** Whether a text contains a credential; a text too short to be one does not. */
function holds(text: string, credential: Credential | undefined): boolean {
  return credential !== undefined && credential.value.length > 6 && text.includes(credential.value);
}
