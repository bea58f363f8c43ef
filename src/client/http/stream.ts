// Sends one request for the lookup log, which can have any length. Passes the body to a consumer in chunks. Collects
// any other response, such as an error or a web page, in memory.
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
  /** The maximum time without new bytes, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface StreamedResponse extends HttpResponse {
  /** True if the consumer received the body. False if `body` contains the body. */
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
  /**
   * True if the consumer receives the body, and false if `other` collects it. Undefined until the first byte arrives.
   */
  let taken = head.status !== 200 || isOtherType ? false : undefined;
  let last: number | undefined;
  for await (const chunk of await unpackedBody(head, message)) {
    idle.received();
    if (taken === undefined) {
      // This check recognizes a log entry, which begins with a timestamp. An error or a web page with the content type
      // CSV begins with `{` or `<`.
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
  // An empty body means that the log has no entries.
  if (taken === undefined) await handedOver(idle, () => consumer.begin());
  return { ...head, body: other.bytes, taken: taken ?? true };
}

async function unpackedBody(head: ResponseHead, message: Readable): Promise<Readable> {
  const unpack = await decompressor(head);
  // The reader of the last stream gets every error, so this callback can ignore errors.
  return unpack === undefined ? message : pipeline(message, unpack, () => {});
}

/** Wraps an error that the consumer threw, to distinguish it from a connection failure. */
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

/**
 * True if the response's headers determine where the body ends. If the headers do not determine the end, the body ends
 * when the connection closes.
 */
function isFramed({ headers }: ResponseHead): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const lineFeed = 0x0a;
const openingBrace = 0x7b;
const lessThan = 0x3c;

/** Aborts its signal with a `timeout` failure if no byte arrives within the time limit. */
export class IdleTimeout {
  /** True while the consumer processes bytes. This time does not count toward the time limit. */
  isWorking = false;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => {
      // `received` restarts the timer when the consumer has finished.
      if (this.isWorking) return;
      const reason = `no data for ${limitMs / 1000} s`;
      this.#controller.abort(new TransportFailure('timeout', reason));
    }, limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Restarts the timer after bytes have arrived. */
  received(): void {
    this.#timer.refresh();
  }

  /** Stops the timer, so that it does not abort the signal. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
