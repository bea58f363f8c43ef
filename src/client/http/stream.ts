// Sends one request for the lookup log, whose response can have any length, and passes the body to a consumer in chunks.
// Any other response (an error, a web page) is collected in memory.
import { pipeline, type Readable } from 'node:stream';
import { WaypostError } from '../../lib/errors';
import { decompressor, WholeBody } from './body';
import type { Connection } from './connection';
import {
  type BodyConsumer,
  type HttpResponse,
  type OutgoingRequest,
  type ResponseHead,
  TransportFailure,
} from './exchange';
import { exchange, transportFailure } from './transport';

export interface StreamOptions {
  /** Time limit without a byte, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface StreamedResponse extends HttpResponse {
  /** True if the body was passed to the consumer. Otherwise `body` contains it. */
  taken: boolean;
}

/**
 * Sends one request. Passes the body to the consumer if the status is 200 and the body is neither JSON nor a web page.
 * Throws TransportFailure, the consumer's error, or the signal's reason.
 */
export async function attemptStream(
  connection: Connection,
  outgoing: OutgoingRequest,
  consumer: BodyConsumer,
  { timeoutMs, signal }: StreamOptions,
): Promise<StreamedResponse> {
  const idle = new IdleTimeout(timeoutMs);
  const stop = signal === undefined ? idle.signal : AbortSignal.any([signal, idle.signal]);
  let head: ResponseHead | undefined;
  try {
    const response = await exchange(connection, outgoing, stop);
    head = response.head;
    return await readBody(response.head, response.body, consumer, idle);
  } catch (error) {
    if (error instanceof ConsumerFailed) throw error.cause;
    if (error === stop.reason || error instanceof WaypostError) throw error;
    throw transportFailure(error, head && { ...head, body: Buffer.alloc(0) });
  } finally {
    idle.end();
  }
}

async function readBody(
  head: ResponseHead,
  message: Readable,
  consumer: BodyConsumer,
  idle: IdleTimeout,
): Promise<StreamedResponse> {
  idle.received();
  const other = new WholeBody();
  const isOtherType = /json|html/i.test(String(head.headers['content-type'] ?? ''));
  /** True if the body is passed to the consumer; undefined until its first byte decides. */
  let taken = head.status !== 200 || isOtherType ? false : undefined;
  let last: number | undefined;
  for await (const chunk of await unpackedBody(head, message)) {
    idle.received();
    if (taken === undefined) {
      // Rows begin with a timestamp; an error or a web page with the type CSV does not.
      taken = chunk[0] !== openingBrace && chunk[0] !== lessThan;
      if (taken) await handedOver(idle, () => consumer.begin());
    }
    if (taken) {
      last = chunk[chunk.length - 1];
      await handedOver(idle, () => consumer.chunk(chunk));
    } else if (!other.add(chunk)) {
      throw new TransportFailure('too_large', 'too large');
    }
  }
  if (taken !== false && !isFramed(head) && last !== lineFeed) {
    throw new TransportFailure('truncated', 'the connection was closed in the middle of a row');
  }
  // The body is empty: the log has no rows.
  if (taken === undefined) await handedOver(idle, () => consumer.begin());
  return { ...head, body: other.bytes, taken: taken ?? true };
}

async function unpackedBody(head: ResponseHead, message: Readable): Promise<Readable> {
  const unpack = await decompressor(head);
  // The reader of the last stream gets every error, so the callback has nothing to do.
  return unpack === undefined ? message : pipeline(message, unpack, () => {});
}

/** Marks an error of the consumer, which is not a failure of the connection. */
class ConsumerFailed extends Error {}

async function handedOver(idle: IdleTimeout, work: () => Promise<void> | undefined): Promise<void> {
  idle.isWorking = true;
  try {
    await work();
  } catch (error) {
    throw new ConsumerFailed(undefined, { cause: error });
  } finally {
    idle.isWorking = false;
    idle.received();
  }
}

/** True if the response announces the length of its body. Otherwise the body ends when the connection is closed. */
function isFramed({ headers }: ResponseHead): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const lineFeed = 0x0a;
const openingBrace = 0x7b;
const lessThan = 0x3c;

/** Aborts its signal with a `timeout` failure after a time without a byte. */
export class IdleTimeout {
  /** True while the consumer processes bytes, which does not count as time without a byte. */
  isWorking = false;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => {
      // `received` starts the timer again when the consumer is done.
      if (this.isWorking) return;
      const reason = `no byte for ${limitMs / 1000} s`;
      this.#controller.abort(new TransportFailure('timeout', reason));
    }, limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts the timer again, because bytes arrived. */
  received(): void {
    this.#timer.refresh();
  }

  /** Stops the timer. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
