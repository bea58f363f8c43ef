// Redacts an exchange: every secret is replaced, and a part without secrets is unchanged.
import { type Body, bytesOf, type Exchange } from './exchange';
import { decodedSegment, secretSegments } from './find-secrets';
import type { Secrets } from './secrets';

/** A part of a URL; one without a secret keeps its escapes. */
function redactPart(text: string, decoded: string, secrets: Secrets): string {
  const redacted = secrets.redact(decoded);
  return redacted === decoded ? secrets.redact(text) : encodeURIComponent(redacted);
}

function redactPath(path: string, secrets: Secrets): string {
  return path
    .split('/')
    .map((segment) => redactPart(segment, decodedSegment(segment), secrets))
    .join('/');
}

function redactQuery(query: string, secrets: Secrets): string {
  const parts = query.split('&').map((pair) => {
    const [name = '', ...rest] = pair.split('=');
    if (rest.length === 0) return redactPart(name, decodedSegment(name), secrets);
    const value = rest.join('=');
    return `${name}=${redactPart(value, decodedSegment(value.replaceAll('+', ' ')), secrets)}`;
  });
  return parts.join('&');
}

/** Every text in a JSON value, replaced. */
function redactTexts(value: unknown, secrets: Secrets): unknown {
  if (typeof value === 'string') return secrets.redact(value);
  if (Array.isArray(value)) return value.map((each) => redactTexts(each, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [secrets.redact(name), redactTexts(each, secrets)]),
  );
}

/** JSON may write a letter as an escape: then the text alone does not show the secret. */
function redactText(text: string, secrets: Secrets): string {
  const redacted = secrets.redact(text);
  if (!redacted.includes('\\u')) return redacted;
  try {
    const value: unknown = JSON.parse(redacted);
    if (!secrets.isIn(JSON.stringify(value))) return redacted;
    return JSON.stringify(redactTexts(value, secrets));
  } catch {
    return redacted;
  }
}

const redactBody = (body: Body, secrets: Secrets): Body =>
  body.body === undefined ? body : { body: redactText(body.body, secrets) };

/** The exchange without secrets. */
export function redactExchange({ request, response }: Exchange, secrets: Secrets): Exchange {
  const { method, path, query, body, body_base64, ...others } = request;
  const { status, headers, body: answer, body_base64: answerBytes, ...rest } = response;
  return {
    request: {
      ...others,
      method,
      path: redactPath(path, secrets),
      query: redactQuery(query, secrets),
      ...redactBody({ body, body_base64 }, secrets),
    },
    response: {
      ...rest,
      status,
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, secrets.redact(value)]),
      ),
      ...redactBody({ body: answer, body_base64: answerBytes }, secrets),
    },
  };
}

/** Whether a redacted exchange still contains a secret. */
export function holdsSecret({ request, response }: Exchange, secrets: Secrets): boolean {
  const parts = [request, response].map((part) => bytesOf(part).toString('latin1'));
  const urls = [request.path, request.query].map(decodedSegment);
  return [JSON.stringify({ request, response }), ...parts, ...urls].some((text) =>
    secrets.isIn(text),
  );
}

/** The path without its keys, so that it is the same in every run of a program. */
export function plainPath(path: string): string {
  const segments = path.split('/');
  for (const { at } of secretSegments(path)) segments[at] = '{key}';
  return segments.join('/');
}
