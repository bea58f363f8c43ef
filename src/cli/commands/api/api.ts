// `waypost api`: sends any request to the service with the credentials in use. The command is similar to `gh api`.
import { type Content, contentOf } from '../../../client/envelope';
import { type HttpResponse, TransportFailure } from '../../../client/http/exchange';
import { unexpectedResult } from '../../../client/owned-key';
import { paginationError, readPages } from '../../../client/pages';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { isObject, jsonText } from '../../../lib/exact-json';
import { SecretMask } from '../../../lib/masking';
import { safeJson } from '../../../lib/safe-json';
import { apiHints, withHints } from '../../hints/by-api-code';
import type { Colors } from '../../output/color';
import type { Output } from '../../output/output';
import type { Dependencies } from '../../run/dependencies';
import type { ServiceConnector } from '../../run/service-connector';
import { type ApiOptions, type PreparedRequest, requestOf } from './request';

export async function callApi(
  { system, output, credentials, service, settings }: Dependencies,
  options: ApiOptions,
  method?: string,
  path?: string,
): Promise<void> {
  if (method === undefined || path === undefined) throw incomplete(method);
  const prepared = await requestOf(
    { system, output, credentials, settings },
    options,
    method,
    path,
  );
  const changes = !['GET', 'HEAD', 'OPTIONS'].includes(prepared.request.method);
  const base = prepared.resolved.baseUrl.href.replace(/\/$/, '');
  const isManagement = prepared.rule.credential === 'management_key';
  try {
    await withHints(apiHints(base, isManagement, changes), () =>
      perform({ output, service }, options, prepared),
    );
  } catch (error) {
    throw ofFailure(error, prepared);
  }
}

function incomplete(first = 'places'): WaypostError {
  const path = /^(?:get|head|post|put|patch|delete|options)$/i.test(first) ? 'places' : first;
  return invalidInput(
    'The method or the path of the request is missing.',
    (command) => `Pass a method and a path, for example ${command('api', ['get', path])}.`,
  );
}

async function perform(
  { output, service }: { output: Output; service: ServiceConnector },
  options: ApiOptions,
  { request, rule, resolved }: PreparedRequest,
): Promise<void> {
  const bodiless = request.method === 'HEAD';
  const client = await service.connect(resolved.baseUrl);
  const mask = new SecretMask();
  mask.add(resolved.apiKey?.value, resolved.userToken?.value);
  const send = async (url: URL) => withoutSecrets(await client.ask({ ...request, url }), mask);

  const answer = await send(request.url);
  const refusal = client.refusal(answer, bodiless);
  if (refusal !== undefined) {
    if (options.include && !output.json) await printHead(output, answer);
    throw refusal;
  }
  const content = rule.claims ? claimOf(answer) : contentOf(answer, bodiless);
  const next = async (after: string): Promise<unknown> => {
    const page = await send(withParameter(request.url, 'starting_after', after));
    const refused = client.refusal(page, false);
    if (refused !== undefined) throw refused;
    const found = contentOf(page, false);
    return found.kind === 'json' ? found.value : undefined;
  };
  const isPage = options.paginate === true && content.kind === 'json';
  const pages = isPage ? await allPages(content.value, next) : undefined;
  if (pages === undefined) return printAnswer(output, answer, content, options);

  const { document, stopped } = pages;
  // If waypost cannot read a later page, the command prints the earlier pages and then fails. If --json is set, the
  // command does not print these pages, and the error contains them.
  if (stopped === undefined || !output.json) {
    const merged = { ...answer, body: Buffer.from(`${jsonText(document)}\n`) };
    await printAnswer(output, merged, { kind: 'json', value: document }, options);
  }
  if (stopped !== undefined)
    throw stopped.with({ details: document, about: { option: '-f starting_after=' } });
}

function withParameter(url: URL, name: string, value: string): URL {
  const changed = new URL(url);
  changed.searchParams.set(name, value);
  return changed;
}

/**
 * Returns the content of the response to a sign-up poll. If waypost cannot parse a response with status 200, throws an
 * error that contains the response, because the response might be the only copy of an account's keys.
 */
function claimOf(answer: HttpResponse): Content {
  try {
    return contentOf(answer, false);
  } catch (error) {
    if (answer.status !== 200) throw error;
    throw claimLost(answer);
  }
}

/** Returns an error that contains the unmasked response, because the service does not issue the credentials again. */
function claimLost({ status, body }: HttpResponse): WaypostError {
  return new WaypostError(
    'signup_lost',
    'The service issued the credentials, but its response is incomplete or not JSON.',
    {
      status,
      hint: (command) =>
        `The error contains the response data that waypost received. For your next sign-up, use ${command('signup')}, which can resume after a failure.`,
      revealed: { credentials: { answer: body.toString('utf8') } },
    },
  );
}

function ofFailure(error: unknown, { rule }: PreparedRequest): unknown {
  if (!(error instanceof WaypostError && error.cause instanceof TransportFailure)) return error;
  const { kind, partial } = error.cause;
  if (rule.claims && partial?.status === 200) return claimLost(partial);
  if (kind !== 'too_large') return error;
  return error.with({
    hint: (command) =>
      `Request less data. To read a large lookup log, use ${command('lookups export')}.`,
  });
}

/** A response whose result is one page of a list. */
interface ListPage {
  envelope: Record<string, unknown>;
  result: Record<string, unknown>;
  /** The name of the field that contains the list. */
  field: string;
  items: Record<string, unknown>[];
}

/**
 * Reads the pages after the first page, as long as each result has `hasMore: true` and exactly one list. `next`
 * requests the page that follows the entry with the ID `after`. Returns the first page's document with the entries of
 * all pages. If an error prevented waypost from reading the next page, `stopped` is this error. Returns undefined if no
 * page follows the first page.
 */
async function allPages(
  first: unknown,
  next: (after: string) => Promise<unknown>,
): Promise<{ document: unknown; stopped: WaypostError | undefined } | undefined> {
  if (!isObject(first) || !isObject(first.result) || first.result.hasMore !== true)
    return undefined;
  const page = listPageOf(first);
  if (page === undefined) {
    const stopped = paginationError('sent a page that does not contain exactly one list');
    return { document: first, stopped };
  }
  const { field } = page;
  const { items, last, stopped } = await readPages(page, {
    view: (current) => ({ items: current.items, more: current.result.hasMore === true }),
    next: async (after) => {
      const following = listPageOf(await next(after));
      if (following?.field === field) return following;
      throw unexpectedResult('the next page of the list');
    },
  });
  const result = { ...last.result, [field]: items, hasMore: stopped !== undefined };
  return { document: { ...last.envelope, result }, stopped };
}

function listPageOf(envelope: unknown): ListPage | undefined {
  if (!isObject(envelope) || !isObject(envelope.result)) return undefined;
  const { result } = envelope;
  const lists = Object.entries(result).filter(([, value]) => Array.isArray(value));
  const [[field, items] = ['', []]] = lists;
  if (lists.length !== 1 || !Array.isArray(items) || !items.every(isObject)) return undefined;
  return { envelope, result, field, items };
}

async function printAnswer(
  output: Output,
  answer: HttpResponse,
  content: Content,
  { include = false, silent = false }: ApiOptions,
): Promise<void> {
  if (output.asData) return output.result(jsonDocument(answer, content, include), () => '');
  if (include) await printHead(output, answer);
  if (silent || content.kind === 'none') return;
  if (output.width === undefined) output.raw(answer.body);
  else if (content.kind === 'json') {
    await output.result(content.value, (color) => readableJson(content.value, color));
  } else {
    const text = answer.body.toString('utf8').replace(/\n$/, '');
    await output.result(text, () => text);
  }
}

function printHead(output: Output, { status, reason, headers }: HttpResponse): Promise<void> {
  return output.result(headers, (color) =>
    [
      `HTTP/1.1 ${status}${reason ? ` ${reason}` : ''}`,
      ...Object.entries(headers).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => `${color.blue(name)}: ${one}`),
      ),
      '',
    ].join('\n'),
  );
}

/**
 * Masks the credentials in use if the response contains them. In the headers, also masks every value that looks like a
 * key. Does not mask other keys in the body, because the user requested them.
 */
export function withoutSecrets(answer: HttpResponse, mask: SecretMask): HttpResponse {
  const headers = Object.entries(answer.headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((one) => mask.apply(one)) : value && mask.apply(value),
  ]);
  return { ...answer, headers: Object.fromEntries(headers), body: maskedBody(answer.body, mask) };
}

/** Masks keys in the body chunk by chunk to save memory. Copies the body only if it contains a key. */
function maskedBody(body: Buffer, mask: SecretMask): Buffer {
  const stream = mask.stream();
  const changed: Buffer[] = [];
  let same = 0;
  const take = (chunk: Buffer): void => {
    const isSame = changed.length === 0 && body.subarray(same, same + chunk.length).equals(chunk);
    if (isSame) same += chunk.length;
    else changed.push(chunk);
  };
  for (let at = 0; at < body.length; at += chunkLength) {
    take(stream.push(body.subarray(at, at + chunkLength)));
  }
  take(stream.end());
  return changed.length === 0 ? body : Buffer.concat([body.subarray(0, same), ...changed]);
}

const chunkLength = 64 * 1024;

/**
 * Returns the document for `--json`: the JSON body, or the complete response if --include is set or the body is not
 * JSON.
 */
function jsonDocument(
  { status, headers, body }: HttpResponse,
  content: Content,
  include: boolean,
): unknown {
  if (content.kind !== 'json') {
    return { status, headers, body: content.kind === 'none' ? null : body.toString('utf8') };
  }
  return include ? { status, headers, body: content.value } : content.value;
}

/** Matches a JSON token: a property name with its colon, any other string, `true`, `false`, `null` or a number. */
const jsonTokens = /("(?:[^"\\]|\\.)*")(:)?|\b(?:true|false|null)\b|-?\d[\d.eE+-]*/g;

export function readableJson(value: unknown, color: Colors): string {
  const text = safeJson(value, 2);
  if (color.level === 0) return text;
  return text.replace(jsonTokens, (token, quoted?: string, colon?: string) => {
    if (quoted === undefined) return color.yellow(token);
    return colon === undefined ? color.green(token) : `${color.blue(quoted)}:`;
  });
}
