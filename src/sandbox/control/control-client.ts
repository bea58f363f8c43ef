// Sends requests to the control API of a running sandbox.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import { parse } from '../http/parse';

export interface FoundSandbox {
  /** The base URL of the API. */
  url: string;
  /** The base URL without the version at the end of the path, such as `http://127.0.0.1:8787`. */
  origin: string;
  port: number;
  pid: number;
  version: string;
  /** The sandbox's proof of its identity, if `healthAt` sent a challenge. */
  proof?: string | undefined;
  /** The sandbox's data directory; null if the data is in memory. */
  data: string | null;
}

const healthSchema = z.object({
  proof: z.optional(z.string()),
  pid: z.int().check(z.gte(1)),
  version: z.string(),
  data: z.nullable(z.string()),
});

export const portOf = (origin: string): number => Number(new URL(origin).port || 80);

/**
 * Returns a sandbox's proof of its identity for a challenge. `instance` is a secret. Only the sandbox, and programs
 * that can read the sandbox's entry in the list of running sandboxes, know this secret.
 */
export function instanceProof(instance: string, challenge: string): string {
  return createHmac('sha256', instance).update(challenge).digest('base64url');
}

/** Returns the sandbox at an origin such as `http://127.0.0.1:8787`, or undefined if no sandbox responds. */
export async function healthAt(
  origin: string,
  challenge?: string,
): Promise<FoundSandbox | undefined> {
  const query = challenge === undefined ? '' : `?challenge=${challenge}`;
  const document = await requestControlJson(origin, 'GET', `/_sandbox/health${query}`);
  const parsed = parse(healthSchema, document);
  if ('errors' in parsed) return undefined;
  return { ...parsed.value, origin, url: `${origin}/v1`, port: portOf(origin) };
}

/** Resets a sandbox. Returns false if the reset failed or the sandbox did not respond. */
export async function resetSandbox(sandbox: FoundSandbox): Promise<boolean> {
  return (
    (await requestControlJson(sandbox.origin, 'POST', '/_sandbox/reset', 30_000)) !== undefined
  );
}

/** The maximum size of a response, in characters. A list of 1,000 requests with long paths fits into this size. */
const maxResponseBytes = 4 * 1024 * 1024;

export interface ControlRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** The timeout in milliseconds. Default: 2000. */
  timeout?: number | undefined;
}

export interface ControlResponse {
  status: number;
  document: unknown;
}

/**
 * Sends a request to the control API. Returns undefined if no complete response arrives before the timeout, or if the
 * response is too large or is not JSON.
 */
export async function sendControlRequest(
  origin: string,
  { method, path, body, timeout = 2000 }: ControlRequest,
): Promise<ControlResponse | undefined> {
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  const sent = request(new URL(path, origin), {
    method,
    agent: false,
    signal: AbortSignal.timeout(timeout),
    headers: payload && { 'Content-Type': 'application/json', 'Content-Length': payload.length },
  });
  const responded = once(sent, 'response');
  // Without this listener, an error after the start of the response would end the process.
  sent.on('error', () => {});
  sent.end(payload);
  try {
    const [response]: IncomingMessage[] = await responded;
    if (response === undefined) return undefined;
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (text.length > maxResponseBytes) return undefined;
    }
    return { status: response.statusCode ?? 0, document: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/**
 * Sends a request to the control API. Returns the JSON document if the response has status 200, otherwise undefined.
 */
export async function requestControlJson(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  timeout?: number,
): Promise<unknown> {
  const response = await sendControlRequest(origin, { method, path, timeout });
  return response?.status === 200 ? response.document : undefined;
}

/**
 * If the port is in use (EADDRINUSE), returns an error whose `details` contain the port. If a sandbox is listening on
 * the port, the error also names the sandbox. Returns any other error unchanged.
 */
export async function namePortHolder(
  error: unknown,
  origin: string,
  port: number,
): Promise<unknown> {
  if (!(error instanceof WaypostError) || !hasCode(error.cause, 'EADDRINUSE')) return error;
  const holder = await healthAt(origin);
  const { host } = new URL(origin);
  const where = holder?.data ? `with its data in ${holder.data}` : 'with its data in memory';
  return new WaypostError(
    'invalid_input',
    holder
      ? `A sandbox is already listening on ${host} (process ${holder.pid}), ${where}.`
      : error.message,
    {
      hint: error.hint,
      cause: error.cause,
      details: {
        conflict: 'port',
        port,
        data: holder?.data ?? null,
        pid: holder?.pid ?? null,
        url: holder?.url ?? null,
      },
    },
  );
}
