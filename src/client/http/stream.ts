// One request whose answer is taken piece by piece and may be of any length: the lookup log. Whatever is
// not the log (an error, a web page) is read whole, as any other answer.
import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { bodyLimit } from './body-limit';
import { type Answer, TransportFailure } from './failure';
import { Landing } from './landing';
import { SteadyMemory } from './steady-memory';
import { failureOf, type OutgoingRequest } from './transport';

export { Landing };

/** What takes a streamed body. */
export interface BodyTaker {
  /** A body begins; where an attempt before this one broke off, the body begins anew. */
  begin(): Promise<void> | undefined;
  /** The next bytes, which are overwritten afterwards; none follow until the promise resolves. */
  chunk(bytes: Buffer): Promise<void> | undefined;
}

/** How one attempt is made. */
export interface StreamOptions {
  /** Longest time without a byte, in milliseconds. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Where the dispatcher's bytes land. */
  landing: Landing;
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
  options: StreamOptions,
): Promise<StreamedAnswer> {
  const { signal } = options;
  signal?.throwIfAborted();
  const reading = new Reading(taker, options);
  const onAbort = () => reading.stop(signal?.reason);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    const { origin, pathname, search } = outgoing.url;
    const { method, headers } = outgoing;
    // The reading keeps the time itself.
    const timeouts = { headersTimeout: 0, bodyTimeout: 0 };
    dispatcher.dispatch({ origin, path: pathname + search, method, headers, ...timeouts }, reading);
    return await reading.answer;
  } finally {
    signal?.removeEventListener('abort', onAbort);
    await reading.end();
  }
}

/** An answer being read. undici calls it with each part, and waits where it is paused. */
class Reading implements Dispatcher.DispatchHandler {
  readonly answer: Promise<StreamedAnswer>;
  readonly #taker: BodyTaker;
  readonly #options: StreamOptions;
  readonly #memory = new SteadyMemory();
  readonly #silence: NodeJS.Timeout;
  #resolve: (answer: StreamedAnswer) => void = () => {};
  #reject: (reason: unknown) => void = () => {};
  #controller: Dispatcher.DispatchController | undefined;
  #stopped: { reason: unknown } | undefined;
  #head: Omit<Answer, 'body'> | undefined;
  /** Whether the body goes to the taker; undefined until it has begun. */
  #taken: boolean | undefined;
  #busy: Promise<void> | undefined;
  #queued = 0;
  #last = 0;
  readonly #kept: Buffer[] = [];
  #size = 0;

  constructor(taker: BodyTaker, options: StreamOptions) {
    this.#taker = taker;
    this.#options = options;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#silence = setTimeout(() => this.#stalled(), options.timeoutMs);
  }

  /** Breaks off; the answer fails for this reason. */
  stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#reject(this.#stopped.reason);
    this.#controller?.abort(new Error('stopped'));
  }

  /** Resolves when nothing of it is at work any more. */
  async end(): Promise<void> {
    clearTimeout(this.#silence);
    await this.#busy?.catch(() => {});
    const { landing } = this.#options;
    landing.isTakenAtOnce = false;
    landing.release();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#stopped !== undefined) controller.abort(new Error('stopped'));
  }

  onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
    // Not the answer yet.
    if (status < 200) return;
    this.#silence.refresh();
    this.#head = { status, headers };
    const isLog = status === 200 && this.#options.accepts(String(headers['content-type'] ?? ''));
    this.#taken = isLog ? undefined : false;
  }

  onResponseData(_: unknown, chunk: Buffer): void {
    this.#silence.refresh();
    if (!this.#options.landing.isUsed) this.#memory.passed(chunk.length);
    try {
      // What a piece of the connection still holds comes all the same, and waits its turn.
      const before = this.#busy;
      const work = before === undefined ? this.#take(chunk) : before.then(() => this.#take(chunk));
      if (work !== undefined) this.#waitFor(work);
    } catch (error) {
      this.stop(error);
    }
  }

  onResponseEnd(): void {
    this.#finish().then(this.#resolve, this.#reject);
  }

  onResponseError(_: unknown, error: Error): void {
    this.#reject(failureOf(error, this.#partial));
  }

  #take(chunk: Buffer): Promise<void> | undefined {
    if (this.#taken === undefined) {
      this.#taken = this.#options.beginsWell(chunk[0] ?? 0);
      this.#options.landing.isTakenAtOnce = this.#taken;
      const begun = this.#taken ? this.#taker.begin() : undefined;
      if (begun !== undefined) return begun.then(() => this.#take(chunk));
    }
    if (this.#taken) {
      this.#last = chunk[chunk.length - 1] ?? 0;
      return this.#taker.chunk(chunk);
    }
    this.#size += chunk.length;
    if (this.#size > bodyLimit) throw new TransportFailure('too_large', 'no body of the log');
    this.#kept.push(chunk);
    return undefined;
  }

  #waitFor(work: Promise<void>): void {
    const { landing } = this.#options;
    this.#busy = work;
    this.#queued += 1;
    if (landing.isUsed) landing.hold();
    // Through a proxy there is no other way; the rarer the better (see landing.ts).
    else if (this.#queued > mostQueued) this.#controller?.pause();
    work.then(
      () => {
        if (this.#busy !== work) return;
        this.#busy = undefined;
        this.#queued = 0;
        this.#silence.refresh();
        if (landing.isUsed) landing.release();
        else this.#controller?.resume();
      },
      (error: unknown) => this.stop(error),
    );
  }

  async #finish(): Promise<StreamedAnswer> {
    await this.#busy;
    const { status = 0, headers = {} } = this.#head ?? {};
    const isFramed =
      headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (this.#taken === undefined) {
      // No byte at all: a log without rows.
      this.#taken = true;
      await this.#taker.begin();
    } else if (this.#taken && !isFramed && this.#last !== lineFeed) {
      throw new TransportFailure('truncated', 'the connection was closed in the middle of a row');
    }
    return { status, headers, body: Buffer.concat(this.#kept), taken: this.#taken };
  }

  #stalled(): void {
    // Time the taker takes is not the service's.
    if (this.#busy !== undefined) {
      this.#silence.refresh();
      return;
    }
    const seconds = this.#options.timeoutMs / 1000;
    this.stop(new TransportFailure('timeout', `no byte for ${seconds} s`, this.#partial));
  }

  get #partial(): Answer | undefined {
    return this.#head === undefined ? undefined : { ...this.#head, body: Buffer.alloc(0) };
  }
}

const lineFeed = 10;
/** Pieces of at most 64 KiB. */
const mostQueued = 16;
