// Reads request bodies. A body has a maximum size, and must be a form or JSON in UTF-8.
import type { ZodMiniType } from 'zod/mini';
import type { CatalogCode } from '../../api/catalog';
import type { Call } from './call';
import { parse } from './parse';
import { invalidFields, Refusal } from './responses';

/**
 * The maximum size of a JSON body, in bytes. A config payload of 65,536 characters fits into this size even if every
 * character is escaped.
 */
const maxBodyBytes = 1024 * 1024;

export class BodyTooLarge extends Error {}

/** The error if the client closes the connection before the complete body has arrived. */
export class RequestAborted extends Error {}

/**
 * Reads a request's body.
 * @throws BodyTooLarge as soon as more than `limit` bytes have arrived. In this case, the remaining bytes stay unread.
 * @throws RequestAborted if the client closes the connection.
 */
export async function readBody(call: Call, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of call.incoming.iterator({ destroyOnReturn: false })) {
      const bytes: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      length += bytes.length;
      if (length > limit) throw new BodyTooLarge(`the body is larger than ${limit} bytes`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (error instanceof BodyTooLarge || call.incoming.complete) throw error;
    throw new RequestAborted('the client closed the connection', { cause: error });
  }
  return Buffer.concat(chunks);
}

/** Returns the media type and the charset of a Content-Type header, in lowercase. */
function readContentType(header: string | undefined): { type: string; charset: string } {
  const [type = '', ...parameters] = (header ?? '').split(';').map((part) => part.trim());
  let charset = 'utf-8';
  for (const parameter of parameters) {
    const found = /^charset\s*=\s*"?([^"]*)"?$/i.exec(parameter)?.[1];
    if (found !== undefined) charset = found.trim().toLowerCase();
  }
  return { type: type.toLowerCase(), charset };
}

/**
 * Reads a submitted HTML form. Returns undefined if the request's content type is not
 * `application/x-www-form-urlencoded`.
 * @throws BodyTooLarge if the form has more than `limit` bytes.
 */
export async function readForm(call: Call, limit: number): Promise<URLSearchParams | undefined> {
  const { type } = readContentType(call.header('content-type'));
  if (type !== 'application/x-www-form-urlencoded') return undefined;
  return new URLSearchParams((await readBody(call, limit)).toString('utf8'));
}

/**
 * Checks that a body is uncompressed JSON in UTF-8.
 * @throws Refusal 4150 for any other content type, charset or content encoding.
 */
function checkEncoding(call: Call): void {
  const { type, charset } = readContentType(call.header('content-type'));
  if (type !== 'application/json' && !/^application\/[^/]+\+json$/.test(type)) {
    throw new Refusal(4150);
  }
  if (charset !== 'utf-8' && charset !== 'utf8') {
    throw new Refusal(4150, { message: 'Unsupported Character Set received' });
  }
  if ((call.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity') {
    throw new Refusal(4150);
  }
}

/**
 * Reads a request's JSON body. Returns undefined if the body is empty, whatever the content type is.
 * @throws Refusal 4150 if the headers do not describe uncompressed JSON in UTF-8.
 * @throws Refusal 4000 if the body is not valid JSON or has more than `maxBodyBytes`.
 */
async function readJson(call: Call): Promise<unknown> {
  let bytes: Buffer;
  try {
    bytes = await readBody(call, maxBodyBytes);
  } catch (error) {
    if (!(error instanceof BodyTooLarge)) throw error;
    throw new Refusal(4000, { message: error.message, headers: { Connection: 'close' } });
  }
  if (bytes.length === 0) return undefined;
  checkEncoding(call);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal(4000);
  }
}

/**
 * Reads a body that must match an operation's schema. Reads an empty body as `{}`, unless `refuseEmpty` is true.
 * @throws Refusal for invalid fields: 4001 if the operation has this code, otherwise 4000.
 */
export async function readObject<T>(
  call: Call,
  { body, codes }: { body: { schema: ZodMiniType<T> }; codes: readonly CatalogCode[] },
  { refuseEmpty = false } = {},
): Promise<T> {
  const given = await readJson(call);
  if (given === undefined && refuseEmpty) throw new Refusal(4000);
  const parsed = parse(body.schema, given === undefined ? {} : given);
  if ('errors' in parsed) throw invalidFields(codes.includes(4001) ? 4001 : 4000, parsed.errors);
  return parsed.value;
}
