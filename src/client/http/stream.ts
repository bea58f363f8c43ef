// One attempt at a request whose answer is processed in pieces and may have any length: the lookup log. An
// answer that is not the log (an error, a web page) is read whole.
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
  /** Longest time without a byte, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

/** An answer, and whether its body went to the consumer; else the answer contains it. */
export interface StreamedResponse extends HttpResponse {
  taken: boolean;
}

/**
 * Sends one request. A log goes to the consumer: with status 200, neither JSON nor a web page. Throws
 * TransportFailure, the consumer's error, or the signal's reason.
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
    const begun = await exchange(connection, outgoing, stop);
    head = begun.head;
    return await readBody(begun.head, begun.body, consumer, idle);
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
  /** Whether the body goes to the consumer; undefined until its first byte. */
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
  // No byte at all, as announced: a log without rows.
  if (taken === undefined) await handedOver(idle, () => consumer.begin());
  return { ...head, body: other.bytes, taken: taken ?? true };
}

async function unpackedBody(head: ResponseHead, message: Readable): Promise<Readable> {
  const unpack = await decompressor(head);
  // Every error is thrown to the last reader.
  return unpack === undefined ? message : pipeline(message, unpack, () => {});
}

/** The error of the consumer, which is no failure of the connection. */
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

/** Whether the answer announces its length. Else the body ends with the connection. */
function isFramed({ headers }: ResponseHead): boolean {
  return headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
}

const lineFeed = 0x0a;
const openingBrace = 0x7b;
const lessThan = 0x3c;

/** Aborts its signal with a `timeout` failure after a time without a byte. */
export class IdleTimeout {
  /** Whether the consumer is working on the last bytes: that time is not the service's. */
  isWorking = false;
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(limitMs: number) {
    this.#timer = setTimeout(() => {
      // The time starts again when the consumer has ended its work.
      if (this.isWorking) return;
      const reason = `no byte for ${limitMs / 1000} s`;
      this.#controller.abort(new TransportFailure('timeout', reason));
    }, limitMs);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Bytes arrived: the time starts again. */
  received(): void {
    this.#timer.refresh();
  }

  /** No further bytes are expected. */
  end(): void {
    clearTimeout(this.#timer);
  }
}
