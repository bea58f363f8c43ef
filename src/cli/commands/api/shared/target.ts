// The URL that a request goes to: the path with its placeholder filled, the query, and no credential.

import { segmentsOf } from '../../../../api/request-rule';
import {
  type Credential,
  type Resolved,
  requireApiKey,
} from '../../../../client/credentials/resolve';
import { pathBelow, urlWithin } from '../../../../client/url';
import { invalidInput } from '../../../../lib/errors';
import type { Context } from '../../../run/context';

/**
 * Fills `{key}` in the path and adds members to the query. Throws `invalid_input` for a path that leads
 * out of the base URL or holds a credential where one is seen, and `missing_api_key` where `{key}`
 * cannot be filled. Keys in the path are masked from then on.
 */
export async function targetOf(
  context: Context,
  resolved: Resolved,
  path: string,
  query: [string, string][],
): Promise<URL> {
  const url = urlWithin(resolved.baseUrl, await filled(path, resolved));
  addQuery(url, query);
  keepKeys(context, url, resolved.baseUrl);
  refuseCredentials(url, segmentsOf(pathBelow(resolved.baseUrl, url)), resolved);
  return url;
}

/** Adds members to a query. What stands there already keeps its spelling. */
export function addQuery(url: URL, members: [string, string][]): void {
  const added = new URLSearchParams(members).toString();
  if (added !== '') url.search += `${url.search === '' ? '' : '&'}${added}`;
}

async function filled(text: string, resolved: Resolved): Promise<string> {
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

function keepKeys(context: Context, url: URL, baseUrl: URL): void {
  // Whatever stands there in place of an id may be a key.
  const keep = (licensee: string | undefined) => {
    if (licensee !== undefined && !/^\d+$/.test(licensee)) context.keepSecret(licensee);
  };
  const path = pathBelow(baseUrl, url);
  for (const segments of [path.split('/').slice(1), segmentsOf(path)]) {
    const [resource, key, list, licensee] = segments;
    if (resource === 'keys' || resource === 'sign_up') context.keepSecret(key);
    if (resource === 'keys' && list === 'licensees') keep(licensee);
  }
  for (const licensee of url.searchParams.getAll('licensee')) keep(licensee);
}

/** URLs end in logs and histories: of all credentials, only the key that is asked about may be in one. */
function refuseCredentials(
  url: URL,
  path: readonly string[],
  { apiKey, userToken }: Resolved,
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
