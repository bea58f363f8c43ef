// The file of a session: a line of JSON for each request with its answer, in the order in which the answers
// ended. Every line has the version of the format, so that lines can be cut and combined.

import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { invalidInput } from '../../lib/errors';
import { systemReason } from '../../lib/system-error';
import { parse } from '../schemas/parse';

/** Version of the format. A later one is refused, unknown members are ignored. */
const version = 1;

/** A body: text as it is, other bytes in base64. */
const body = { body: z.optional(z.string()), body_base64: z.optional(z.string()) };

const exchangeSchema = z.object({
  version: z.int(),
  request: z.object({
    method: z.string(),
    /** Below the base URL, as it was sent. */
    path: z.string().check(z.startsWith('/')),
    /** Without the question mark; '' for none. */
    query: z.string(),
    ...body,
  }),
  response: z.object({
    status: z.int().check(z.gte(200), z.lte(599)),
    headers: z.record(z.string(), z.string()),
    ...body,
  }),
});

/** A request and its answer. */
export type Exchange = Omit<z.infer<typeof exchangeSchema>, 'version'>;

/** A body in the form of a line. */
export type Body = Pick<Exchange['request'], 'body' | 'body_base64'>;

/** The members of a line for these bytes; none for an empty body. */
export function bodyOf(bytes: Buffer): Body {
  if (bytes.length === 0) return {};
  const text = bytes.toString('utf8');
  return Buffer.from(text, 'utf8').equals(bytes)
    ? { body: text }
    : { body_base64: bytes.toString('base64') };
}

/** The bytes of a body. */
export function bytesOf({ body, body_base64 }: Body): Buffer {
  return body_base64 === undefined
    ? Buffer.from(body ?? '', 'utf8')
    : Buffer.from(body_base64, 'base64');
}

/** An exchange as a line, with its line feed. */
export function lineOf({ request, response }: Exchange): string {
  return `${JSON.stringify({ version, request, response })}\n`;
}

function readLine(path: string, line: string, number: number): Exchange {
  const place = `Line ${number} of ${path}`;
  let document: unknown;
  try {
    document = JSON.parse(line);
  } catch {
    throw invalidInput(`${place} is not JSON.`, 'Record the session again, or remove the line.');
  }
  const parsed = parse(exchangeSchema, document);
  if ('errors' in parsed) {
    const [first] = parsed.errors;
    throw invalidInput(
      `${place} is not a request with its answer: ${first?.path || 'it'} ${first?.message}.`,
      'Sessions are recorded with `waypost sandbox record`.',
    );
  }
  if (parsed.value.version !== version) {
    throw invalidInput(
      `${place} has version ${parsed.value.version} of the format; this tool reads version ${version}.`,
      'Update this tool, or record the session again.',
    );
  }
  return parsed.value;
}

/**
 * Reads a session.
 * @throws WaypostError `invalid_input` that names the file, and the line that is wrong.
 */
export function readSession(path: string): Exchange[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw invalidInput(`${path} cannot be read: ${systemReason(error)}.`);
  }
  const lines = text.replace(/^\ufeff/, '').split('\n');
  return lines.flatMap((line, at) => (line.trim() === '' ? [] : [readLine(path, line, at + 1)]));
}
