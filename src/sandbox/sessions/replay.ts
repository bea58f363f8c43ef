// Replays a session: the same requests get the same answers, in the order in which they were recorded.
import { resolve } from 'node:path';
import { bodyOf, bytesOf, readSession } from './exchange';
import { Answers, type Asked, nameOf } from './match';
import {
  answerJson,
  type SessionCall,
  type SessionServer,
  startSessionServer,
} from './session-server';

/** Header of an answer that is not of the session: `unknown` or `exhausted`. */
const replayHeader = 'X-Sandbox-Replay';

/** Settings of a replay. */
export interface ReplayOptions {
  /** The recorded file. */
  file: string;
  /** Default, and 0: any free port. */
  port?: number | undefined;
  /** Name or address to listen on; default: loopback of both address families. */
  host?: string | undefined;
  /** A request that comes more often than recorded gets its last answer again; else an error. */
  repeat?: boolean | undefined;
  /** Names of query parameters that are not compared, such as `start` and `end`. */
  ignoreQuery?: readonly string[] | undefined;
  /** Called with one line for each request without an answer. */
  onWarning?: ((line: string) => void) | undefined;
}

/** A running replay. */
export interface Replay extends SessionServer {
  /** Absolute path of the file. */
  readonly file: string;
  /** How many answers were recorded. */
  readonly count: number;
  /** How many of them were not used yet. */
  readonly left: number;
  /** How many requests had no answer. */
  readonly unknown: number;
  /** Begins again: all answers are unused. */
  reset(): void;
}

/** The answer to a request that has none in the session. */
function messageFor(asked: Asked, times: number, near: readonly string[]): string {
  const name = nameOf(asked);
  if (times > 0) {
    return `${name} was recorded ${times === 1 ? 'once' : `${times} times`}, and was answered as often.`;
  }
  const has = near.length === 0 ? '' : ` It has ${near.join(', ')}.`;
  return `The session has no ${name}${near.length > 0 ? ' with this query and body' : ''}.${has}`;
}

/**
 * Replays a session until it is closed.
 * @throws WaypostError `invalid_input` when the port is in use, or the file is no session.
 */
export async function replaySession(options: ReplayOptions): Promise<Replay> {
  const file = resolve(options.file);
  const session = readSession(file);
  const answers = new Answers(session, options.ignoreQuery ?? [], options.repeat ?? false);
  const answer = async ({ method, path, query, body, outgoing }: SessionCall): Promise<void> => {
    const asked = { method, path, query, ...bodyOf(body) };
    const match = answers.take(asked);
    if ('found' in match) {
      const { status, headers } = match.found;
      const bytes = bytesOf(match.found);
      const length = [204, 304].includes(status) ? {} : { 'content-length': bytes.length };
      outgoing.writeHead(status, { ...headers, ...length });
      outgoing.end(bytes);
      return;
    }
    const message = messageFor(asked, match.times, match.near);
    options.onWarning?.(message);
    answerJson(
      outgoing,
      404,
      { code: 404, message },
      { [replayHeader]: match.times > 0 ? 'exhausted' : 'unknown' },
    );
  };
  const server = await startSessionServer(
    {
      mode: 'replay',
      answer,
      reset: () => answers.rewind(),
      report: (error) => options.onWarning?.(String(error)),
    },
    options.port ?? 0,
    options.host,
  );
  return {
    ...server,
    file,
    count: session.length,
    get left() {
      return answers.left;
    },
    get unknown() {
      return answers.unknown;
    },
    reset: () => answers.rewind(),
  };
}
