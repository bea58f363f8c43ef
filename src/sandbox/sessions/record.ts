// Records a session: forwards requests to a real service, passes the answers back, and writes each pair to a
// file, without secrets.
import { type IncomingMessage, STATUS_CODES } from 'node:http';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { bodyOf, type Exchange } from './exchange';
import { learnSecrets } from './find-secrets';
import { type Connection, directConnection, forward, headersOfAnswer, unpacked } from './forward';
import { Secrets } from './secrets';
import { SecretLeft, SessionFile } from './session-file';
import {
  answerJson,
  type SessionCall,
  type SessionServer,
  startSessionServer,
} from './session-server';

/** Larger answers are passed on, but not recorded. */
const maxRecorded = 64 * 1024 * 1024;

/** Recorded headers of an answer. A fixed list, because other headers could contain secrets. */
const recordedHeaders =
  /^(content-type|content-disposition|location|retry-after|www-authenticate|x-ratelimit-[a-z]+|access-control-[a-z-]+)$/;

/** Settings of a recording. */
export interface RecordOptions {
  /** Base URL of the real service, with its version prefix. */
  to: URL | string;
  /** File to write; only its owner may read it. */
  file: string;
  /** Replaces a file that is there already, with the first request that is recorded. */
  replace?: boolean | undefined;
  /** Default, and 0: any free port. */
  port?: number | undefined;
  /** The connection to the service; default: without a proxy. */
  connection?: Connection | undefined;
  /** Called with one line for each exchange that was not recorded, and why. */
  onWarning?: ((line: string) => void) | undefined;
}

/** A running recording. */
export interface Recording extends SessionServer {
  /** Absolute path of the file. */
  readonly file: string;
  /** How many requests are in the file. */
  readonly count: number;
}

const reasonOf = (error: unknown): string => {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message || first.name : String(first);
};

/**
 * Starts to record. Requests need the credentials of the real service, which are not written to the file.
 * @throws WaypostError `invalid_input` if the port is in use or the file exists, `write_failed`.
 */
export async function recordSession(options: RecordOptions): Promise<Recording> {
  const to = new URL(options.to);
  const base = to.href.replace(/\/+$/, '');
  const connection = options.connection ?? (await directConnection(to));
  const warn = options.onWarning ?? (() => {});
  const secrets = new Secrets();
  const file = new SessionFile(resolve(options.file), secrets, options.replace ?? false);
  let count = 0;

  /** An error of the file is reported, and does not stop the requests. */
  const attempt = ({ method, path }: SessionCall, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const why = error instanceof SecretLeft ? 'a secret is in it' : reasonOf(error);
      warn(`Not recorded: ${method} ${secrets.redact(path)}: ${why}.`);
    }
  };

  const record = (
    call: SessionCall,
    answer: IncomingMessage,
    pieces: Buffer[] | undefined,
  ): void => {
    const name = `${call.method} ${secrets.redact(call.path)}`;
    const body = pieces && unpacked(answer, Buffer.concat(pieces));
    if (body === undefined) {
      const why =
        pieces === undefined
          ? `the answer is larger than ${maxRecorded / 1024 / 1024} MB`
          : `the answer is compressed as ${answer.headers['content-encoding']}`;
      warn(`Not recorded: ${name}: ${why}.`);
      return;
    }
    const { method, path, query } = call;
    learnSecrets({ path, query, headers: answer.headers, body }, secrets);
    const headers = Object.entries(answer.headersDistinct).flatMap(([header, values = []]) =>
      recordedHeaders.test(header) ? [[header, values.join(', ')] as const] : [],
    );
    const exchange: Exchange = {
      request: { method, path, query, ...bodyOf(call.body) },
      response: {
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(headers),
        ...bodyOf(body),
      },
    };
    attempt(call, () => {
      file.append(exchange);
      count += 1;
    });
  };

  const answer = async (call: SessionCall): Promise<void> => {
    const { incoming, outgoing, path, query, body } = call;
    learnSecrets({ path, query, headers: incoming.headers, body }, secrets);
    attempt(call, () => file.search());
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    let received: IncomingMessage;
    try {
      const url = new URL(base + path + (query === '' ? '' : `?${query}`));
      received = await forward(connection, url, incoming, call.body, gone.signal);
    } catch (error) {
      if (gone.signal.aborted) return;
      const message = `${base} cannot be reached: ${reasonOf(error)}.`;
      warn(`Not recorded: ${call.method} ${secrets.redact(path)}: ${secrets.redact(message)}`);
      answerJson(outgoing, 502, { code: 5001, message: secrets.redact(message) });
      return;
    }
    const { statusCode = 502, statusMessage = STATUS_CODES[statusCode] ?? '' } = received;
    outgoing.sendDate = false;
    outgoing.writeHead(statusCode, statusMessage, headersOfAnswer(received));
    let pieces: Buffer[] | undefined = [];
    let length = 0;
    const collect = async function* (source: AsyncIterable<Buffer>) {
      for await (const piece of source) {
        length += piece.length;
        if (length > maxRecorded) pieces = undefined;
        else pieces?.push(piece);
        yield piece;
      }
      // Before the answer ends, so that a client that has all of it finds it in the file.
      record(call, received, pieces);
    };
    await pipeline(received, collect, outgoing);
  };

  try {
    const server = await startSessionServer(
      { mode: 'record', answer, report: (error) => warn(`Not recorded: ${reasonOf(error)}.`) },
      options.port ?? 0,
    );
    const closed = server.closed.then(() => file.close());
    return {
      ...server,
      close: async () => {
        await server.close();
        await closed;
      },
      closed,
      file: file.path,
      get count() {
        return count;
      },
    };
  } catch (error) {
    file.discard();
    throw error;
  }
}
