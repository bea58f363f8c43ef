// Calls of the control interface of a running sandbox.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import * as z from 'zod/mini';
import { WaypostError } from '../../lib/errors';
import { hasCode } from '../../lib/system-error';
import { parse } from '../http/parse';

export interface FoundSandbox {
  /** Base URL of the service. */
  url: string;
  /** The same without the version prefix. */
  origin: string;
  port: number;
  pid: number;
  version: string;
  /** The answer to the challenge, if there was one. */
  proof?: string | undefined;
  /** Its data directory; null if all its data is in memory. */
  data: string | null;
}

const healthSchema = z.object({
  proof: z.optional(z.string()),
  pid: z.int().check(z.gte(1)),
  version: z.string(),
  data: z.nullable(z.string()),
});

export const portOf = (origin: string): number => Number(new URL(origin).port || 80);

/** What a sandbox answers to a challenge. Only the sandbox and readers of its entry know its instance. */
export function instanceProof(instance: string, challenge: string): string {
  return createHmac('sha256', instance).update(challenge).digest('base64url');
}

/** The sandbox at an origin such as `http://127.0.0.1:8787`; undefined if none answers there. */
export async function healthAt(
  origin: string,
  challenge?: string,
): Promise<FoundSandbox | undefined> {
  const query = challenge === undefined ? '' : `?challenge=${challenge}`;
  const answer = await requestControlJson(origin, 'GET', `/_sandbox/health${query}`);
  const parsed = parse(healthSchema, answer);
  if ('errors' in parsed) return undefined;
  return { ...parsed.value, origin, url: `${origin}/v1`, port: portOf(origin) };
}

/** Resets a sandbox; false if it did not answer. */
export async function resetSandbox(sandbox: FoundSandbox): Promise<boolean> {
  return (
    (await requestControlJson(sandbox.origin, 'POST', '/_sandbox/reset', 30_000)) !== undefined
  );
}

/** A thousand requests with long paths fit in. */
const maxAnswerBytes = 4 * 1024 * 1024;

export interface ControlRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  /** Milliseconds; 2000 unless given. */
  timeout?: number | undefined;
}

export interface ControlResponse {
  status: number;
  document: unknown;
}

/** Makes a control call; undefined if nothing answers in time, or the answer is no JSON. */
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
  const answered = once(sent, 'response');
  // It fails after the answer has begun, too.
  sent.on('error', () => {});
  sent.end(payload);
  try {
    const [answer]: IncomingMessage[] = await answered;
    if (answer === undefined) return undefined;
    let text = '';
    for await (const chunk of answer.setEncoding('utf8')) {
      text += chunk;
      if (text.length > maxAnswerBytes) return undefined;
    }
    return { status: answer.statusCode ?? 0, document: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

/** Makes a control call; undefined if nothing answers in time, or not with 200 and JSON. */
export async function requestControlJson(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  timeout?: number,
): Promise<unknown> {
  const answer = await sendControlRequest(origin, { method, path, timeout });
  return answer?.status === 200 ? answer.document : undefined;
}

/** The error of a start on a taken port, with the sandbox that has it; any other error unchanged. */
export async function namePortHolder(
  error: unknown,
  origin: string,
  port: number,
): Promise<unknown> {
  if (!(error instanceof WaypostError) || !hasCode(error.cause, 'EADDRINUSE')) return error;
  const holder = await healthAt(origin);
  const { host } = new URL(origin);
  const where = holder?.data ? `with its data in ${holder.data}` : 'with everything in memory';
  return new WaypostError(
    'invalid_input',
    holder
      ? `A sandbox already listens on ${host} (process ${holder.pid}), ${where}.`
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
