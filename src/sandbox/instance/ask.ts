// One control call to a sandbox on this machine, without a client: past any proxy, and with a deadline,
// because any program may listen there.
import { request } from 'node:http';

/** A thousand requests with long paths fit in. */
const maximumBytes = 4 * 1024 * 1024;

/** The parts of a control call. */
export interface ControlCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Milliseconds; 2000 unless given. */
  timeout?: number | undefined;
}

/** The JSON of the answer. */
export interface ControlAnswer {
  status: number;
  document: unknown;
}

/** Makes a control call; undefined if nothing answers in time, or the answer is no JSON. */
export function controlCall(
  origin: string,
  { method, path, body, timeout = 2000 }: ControlCall,
): Promise<ControlAnswer | undefined> {
  return new Promise((resolve) => {
    const nothing = () => resolve(undefined);
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers =
      payload === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(payload) };
    const sent = request(
      new URL(path, origin),
      { method, headers, agent: false, signal: AbortSignal.timeout(timeout) },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (piece: string) => {
          text += piece;
          if (text.length > maximumBytes) answer.destroy();
        });
        answer.on('error', nothing);
        answer.on('close', nothing);
        answer.on('end', () => {
          try {
            resolve({ status: answer.statusCode ?? 0, document: JSON.parse(text) });
          } catch {
            nothing();
          }
        });
      },
    );
    sent.on('error', nothing);
    sent.end(payload);
  });
}

/** Makes a control call; undefined if nothing answers in time, or not with 200 and JSON. */
export async function ask(
  origin: string,
  method: 'GET' | 'POST',
  path: string,
  timeout?: number,
): Promise<unknown> {
  const answer = await controlCall(origin, { method, path, timeout });
  return answer?.status === 200 ? answer.document : undefined;
}
