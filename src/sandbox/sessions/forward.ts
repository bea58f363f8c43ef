// Forwards a request to the real service, and passes its answer back as it arrives.
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as plainRequest,
  type RequestOptions,
} from 'node:http';
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib';

/** Sends requests to the service: the function of `node:http` or `node:https`, and its connections. */
export interface Connection {
  request(url: URL, options: RequestOptions): ClientRequest;
  agent?: RequestOptions['agent'];
}

/** A connection without a proxy. */
export async function directConnection(to: URL): Promise<Connection> {
  if (to.protocol === 'http:') return { request: plainRequest };
  const { request } = await import('node:https');
  return { request };
}

/** Headers about one connection, not about its content. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const undo: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** The request's headers for the service. Compressions that cannot be undone here are not requested. */
function headersFor(headers: IncomingHttpHeaders, host: string): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.has(name));
  const codings = (headers['accept-encoding'] ?? '')
    .split(',')
    .filter((coding) => Object.hasOwn(undo, coding.trim().split(';')[0]?.toLowerCase() ?? ''));
  const { 'accept-encoding': _, ...others } = Object.fromEntries(kept);
  return {
    ...others,
    host,
    ...(codings.length > 0 ? { 'accept-encoding': codings.join(',') } : {}),
  };
}

/** The answer's headers for the client, names and repetitions unchanged: name, value, name, value. */
export function headersOfAnswer({ rawHeaders }: IncomingMessage): string[] {
  const kept: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2);
    if (!ofConnection.has(name.toLowerCase())) kept.push(name, value);
  }
  return kept;
}

/**
 * Sends a request. Resolves with the answer before its body. Throws the error of the connection, or the
 * signal's reason.
 */
export function forward(
  { request, agent }: Connection,
  url: URL,
  { method = 'GET', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  body: Buffer,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      headers: { ...headersFor(headers, url.host) },
      signal,
      ...(agent === undefined ? {} : { agent }),
    });
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.end(body);
  });
}

/** A decompressed body; undefined if it cannot be decompressed. */
export function unpacked({ headers }: IncomingMessage, body: Buffer): Buffer | undefined {
  const coding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity' || body.length === 0) return body;
  const known = Object.hasOwn(undo, coding) ? undo[coding] : undefined;
  try {
    return known?.(body);
  } catch {
    return undefined;
  }
}
