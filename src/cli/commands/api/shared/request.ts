// The request that the arguments of `waypost api` make, checked before anything is sent.

import type { CredentialKind } from '../../../../api/endpoint';
import { endpoints } from '../../../../api/endpoints';
import { maximumLicensees } from '../../../../api/limits';
import { type RequestRule, ruleFor } from '../../../../api/request-rule';
import {
  type Resolved,
  requireApiKey,
  requireUserToken,
} from '../../../../client/credentials/resolve';
import type { PlainRequest } from '../../../../client/http/service';
import { bodyLimit } from '../../../../client/http/whole-body';
import { pathBelow } from '../../../../client/url';
import { invalidInput } from '../../../../lib/errors';
import { jsonText } from '../../../../lib/exact-json';
import type { SeriesValue } from '../../../line/command';
import type { Context } from '../../../run/context';
import { readBytes, readText } from '../../../run/input';
import { documentOf, type Field, queryOf } from './fields';
import { headersOf } from './headers';
import { addQuery, targetOf } from './target';

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

/** A request, the rule it falls under, and the credentials that were at hand for it. */
export interface Prepared {
  request: PlainRequest;
  rule: RequestRule;
  resolved: Resolved;
}

type Method = PlainRequest['method'];

const methods = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'] as const;

/** Methods whose fields are members of the query. */
const inQuery: ReadonlySet<Method> = new Set(['GET', 'HEAD', 'DELETE']);

/**
 * The request that is meant. Throws `invalid_input` for arguments that make none, and `missing_api_key`
 * or `missing_user_token` where it needs a credential that is not known.
 */
export async function requestOf(
  context: Context,
  options: ApiOptions,
  named: string,
  path: string,
): Promise<Prepared> {
  const method = methodOf(named);
  checkOptions(options, method, context.output.json);
  const headers = headersOf(options.header ?? []);
  const { query, body } = await payloadOf(context, options, method);
  const resolved = await context.resolve();
  const url = await targetOf(context, resolved, path, query);
  const rule = ruleFor(method, pathBelow(resolved.baseUrl, url));
  if (context.readOnly !== undefined && rule.effect !== 'reads') {
    const { readOnlyError } = await import('../../../line/effects');
    throw readOnlyError(context, `${method} ${pathBelow(resolved.baseUrl, url)}`, [rule.effect]);
  }
  if (rule.claims && options.silent) {
    throw invalidInput("The answer may be the only copy of an account's keys.", 'Omit --silent.');
  }
  if (rule.billed) addTags(url, context);
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
      costly: rule.billed,
    },
    rule,
    resolved,
  };
}

function methodOf(named: string): Method {
  const method = methods.find((known) => known === named.toUpperCase());
  if (method !== undefined) return method;
  throw invalidInput(
    'The first argument is not a method.',
    `It is one of ${methods.join(', ')}; the path comes after it: \`waypost api get places\`.`,
  );
}

function checkOptions({ input, paginate, silent }: ApiOptions, method: Method, json: boolean) {
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
async function payloadOf(context: Context, options: ApiOptions, method: Method) {
  const { field, rawField, input } = options;
  let reads = input === '-' ? 1 : 0;
  const fields = (field ?? rawField ?? []).map(
    ({ option, text }): Field => ({ text, typed: option === 'field' }),
  );
  const document = await documentOf(fields, (path) => {
    if (path === '-') reads += 1;
    if (reads > 1) {
      throw invalidInput('Standard input can be read only once.', 'Give the other as a file.');
    }
    return readText(context, '-F', path, bodyLimit);
  });
  if (input !== undefined) {
    const body = await readBytes(context, '--input', input, bodyLimit);
    return { query: queryOf(document ?? {}), body };
  }
  if (document === undefined || inQuery.has(method)) {
    return { query: queryOf(document ?? {}), body: undefined };
  }
  return { query: [], body: jsonText(document) };
}

function addTags(url: URL, { tags, tagsGiven }: Context): void {
  if (tags.length === 0) return;
  if (url.searchParams.has('tags')) {
    // Those of the settings stand below what the request itself says.
    if (!tagsGiven) return;
    throw invalidInput('The tags are given twice.', 'Omit --tags, or tags in the query.');
  }
  addQuery(url, [['tags', tags.join(',')]]);
}

const credentialNames: ReadonlyMap<string, CredentialKind> = new Map([
  ['api-key', 'api_key'],
  ['management-key', 'management_key'],
  ['none', 'none'],
]);

async function bearerOf(
  as: string | undefined,
  rule: RequestRule,
  resolved: Resolved,
): Promise<string | undefined> {
  const chosen = as === undefined ? rule.credential : credentialNames.get(as);
  const required = as !== undefined || rule.required;
  switch (chosen) {
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
