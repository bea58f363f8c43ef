// One attempt at a request whose answer is held whole.
import type { Connection } from './connection';
import { unpacked } from './content-coding';
import { type AnswerHead, exchange, failureOf, type OutgoingRequest } from './exchange';
import { type Answer, TransportFailure } from './failure';
import { WholeBody } from './whole-body';

/** A body of more bytes than this waits for those before it. */
const largeFrom = 512 * 1024;

/** A piece of an answer's body, as it arrives. */
export interface ReceivedChunk {
  status: number;
  chunk: Buffer;
}

/** How one attempt is made. */
export interface AttemptOptions {
  /** Longest time for the whole answer, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Told of every piece of the body before anything else happens to it. */
  onChunk?: ((received: ReceivedChunk) => void) | undefined;
  /** Bytes up to which a body that is too large is still read, for `onChunk`; it fails all the same. */
  drainBytes?: number | undefined;
}

/** Sends one request and reads the whole answer. Throws TransportFailure, or the signal's reason. */
export async function attempt(
  connection: Connection,
  outgoing: OutgoingRequest,
  { timeoutMs, signal, onChunk, drainBytes = 0 }: AttemptOptions,
): Promise<Answer> {
  const stopper = new AbortController();
  const onAbort = () => stopper.abort(signal?.reason);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort, { once: true });
  const timeout = new Error(`no whole answer within ${timeoutMs / 1000} s`);
  const timer = setTimeout(() => stopper.abort(timeout), timeoutMs);
  const whole = new WholeBody();
  let size = 0;
  let head: AnswerHead | undefined;
  let turn: Promise<() => void> | undefined;
  try {
    const received = await exchange(connection, outgoing, stopper.signal, async (begun, body) => {
      head = begun;
      body.on('data', (chunk: Buffer) => {
        onChunk?.({ status: begun.status, chunk });
        size += chunk.length;
        if (!whole.add(chunk)) {
          if (size > drainBytes) body.destroy(new BodyTooLarge());
        } else if (turn === undefined && whole.bytes.length > largeFrom) {
          turn = connection.large.next();
          body.pause();
          void turn.then(() => body.resume());
        }
      });
      await new Promise<void>((resolve, reject) => {
        body.once('end', resolve);
        body.once('error', reject);
      });
      if (size > whole.bytes.length) throw new BodyTooLarge();
      return begun;
    });
    return { ...received, body: await unpacked(received, whole.bytes) };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const partial = head === undefined ? undefined : { ...head, body: whole.bytes };
    if (error === timeout) throw new TransportFailure('timeout', timeout.message, partial);
    if (error instanceof BodyTooLarge)
      throw new TransportFailure('too_large', 'too large', partial);
    // A fault of the tool's own is not the network's.
    if (error instanceof TypeError) throw error;
    throw failureOf(error, partial);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    void turn?.then((end) => end());
  }
}

class BodyTooLarge extends Error {}
