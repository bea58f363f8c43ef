// One request whose answer is taken piece by piece and may be of any length: the lookup log. Whatever is
// not the log (an error, a web page) is read whole, as any other answer.
import type { Dispatcher } from 'undici';
import request from 'undici/lib/api/api-request.js';
import { bodyLimit } from './body-limit';
import { type Answer, TransportFailure } from './failure';
import { SteadyMemory } from './steady-memory';
import { failureOf, type OutgoingRequest } from './transport';

/** What takes a streamed body. */
export interface BodyTaker {
  /** A body begins; where an attempt before this one broke off, the body begins anew. */
  begin(): Promise<void> | undefined;
  /** The next bytes; none follow until the promise resolves. */
  chunk(bytes: Buffer): Promise<void> | undefined;
}

/** How one attempt is made. */
export interface StreamOptions {
  /** Longest time without a byte, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Media types of the body that is taken. */
  accepts: (contentType: string) => boolean;
  /** Whether a body can be what its type says, judged by its first byte. */
  beginsWell: (firstByte: number) => boolean;
}

/** An answer, and whether its body went to the taker; else the body is the answer's. */
export interface StreamedAnswer extends Answer {
  taken: boolean;
}

/**
 * Sends one request. A body of an accepted type with status 200 goes to the taker. Throws
 * TransportFailure, the taker's error, or the signal's reason.
 */
export async function attemptStream(
  dispatcher: Dispatcher,
  outgoing: OutgoingRequest,
  taker: BodyTaker,
  { timeoutMs, signal, accepts, beginsWell }: StreamOptions,
): Promise<StreamedAnswer> {
  const stopper = new AbortController();
  const onAbort = () => stopper.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  let stalled = false;
  let busy: Promise<void> | undefined;
  const silence = setTimeout(() => {
    // Time the taker takes is not the service's.
    if (busy !== undefined) {
      silence.refresh();
      return;
    }
    stalled = true;
    stopper.abort();
  }, timeoutMs);
  let head: Omit<Answer, 'body'> | undefined;
  let refused: unknown;
  try {
    const { statusCode, headers, body } = await request.call(dispatcher, {
      origin: outgoing.url.origin,
      path: outgoing.url.pathname + outgoing.url.search,
      method: outgoing.method,
      headers: outgoing.headers,
      body: null,
      signal: stopper.signal,
      // This function keeps the time itself.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    head = { status: statusCode, headers };
    silence.refresh();
    let taken: boolean | undefined =
      statusCode === 200 && accepts(String(headers['content-type'] ?? '')) ? undefined : false;
    const unframed =
      headers['content-length'] === undefined && headers['transfer-encoding'] === undefined;
    const kept: Buffer[] = [];
    let size = 0;
    let last = 0;
    const take = (work: Promise<void> | undefined) => {
      if (work === undefined) return;
      busy = work;
      body.pause();
      work.then(
        () => {
          busy = undefined;
          silence.refresh();
          body.resume();
        },
        (error: unknown) => {
          refused = error;
          stopper.abort();
        },
      );
    };
    const memory = new SteadyMemory();
    const onData = (chunk: Buffer): Promise<void> | undefined => {
      silence.refresh();
      memory.passed(chunk.length);
      if (taken === undefined) {
        taken = beginsWell(chunk[0] ?? 0);
        if (taken) {
          last = chunk[chunk.length - 1] ?? 0;
          const begun = taker.begin();
          return begun === undefined ? taker.chunk(chunk) : begun.then(() => taker.chunk(chunk));
        }
      }
      if (taken) {
        last = chunk[chunk.length - 1] ?? 0;
        return taker.chunk(chunk);
      }
      size += chunk.length;
      if (size > bodyLimit) throw new TransportFailure('too_large', 'no body of the log');
      kept.push(chunk);
      return undefined;
    };
    body.on('data', (chunk: Buffer) => {
      try {
        take(onData(chunk));
      } catch (error) {
        refused = error;
        stopper.abort();
      }
    });
    await new Promise<void>((resolve, reject) => {
      body.once('end', resolve);
      body.once('error', reject);
    });
    await busy;
    if (taken === undefined) {
      // No byte at all: a log without rows.
      taken = true;
      await taker.begin();
    } else if (taken && unframed && last !== lineFeed) {
      throw new TransportFailure('truncated', 'the connection was closed in the middle of a row');
    }
    return { ...head, body: Buffer.concat(kept), taken };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (refused !== undefined) throw refused;
    if (error instanceof TransportFailure) throw error;
    const partial = head === undefined ? undefined : { ...head, body: Buffer.alloc(0) };
    if (stalled) {
      throw new TransportFailure('timeout', `no byte for ${timeoutMs / 1000} s`, partial);
    }
    throw failureOf(error, partial);
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', onAbort);
    // What the taker still does must not outlive the call.
    await busy?.catch(() => {});
  }
}

const lineFeed = 10;
