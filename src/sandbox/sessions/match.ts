// Chooses the recorded answer of a request: the first unused one of the same request. Requests are the same
// if method, path, query and body are, whatever keys they contain.
import { bytesOf, type Exchange } from './exchange';
import { plainPath } from './redact';

/** The parts of a request that are compared. */
export type Asked = Pick<Exchange['request'], 'method' | 'path' | 'query' | 'body' | 'body_base64'>;

/** Any key, in any run. */
const plainKeys = (text: string): string =>
  text.replace(/\b(?:(?:ak|uk|sl)_[A-Za-z0-9_]+|(?:token|key)_recorded_\d+)/g, '{key}');

/** JSON with the members of every object in order of their names. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, each]) => [name, ordered(each)] as const);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function plainBody(asked: Asked): string {
  const text = bytesOf(asked).toString(asked.body_base64 === undefined ? 'utf8' : 'base64');
  try {
    return plainKeys(JSON.stringify(ordered(JSON.parse(text))));
  } catch {
    return plainKeys(text);
  }
}

/** The parameters of a query in order of their names, without ignored ones and keys. */
function plainQuery(query: string, ignored: ReadonlySet<string>): string {
  const pairs = [...new URLSearchParams(query)].filter(([name]) => !ignored.has(name));
  const credentials = new Set(['api_key', 'user_token']);
  const plain = pairs.map(([name, value]): [string, string] => [
    name,
    credentials.has(name) ? '{key}' : plainKeys(value),
  ]);
  const sorted = plain.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return sorted.map(([name, value]) => `${name}=${value}`).join('&');
}

/** A recorded answer. */
interface Recorded {
  exchange: Exchange;
  isGiven: boolean;
}

/** The result for a request. */
export type Match =
  | { found: Exchange['response'] }
  /** Recorded `times` times, and answered as often; 0 for one that is not in the session. */
  | { times: number; near: string[] };

/** The answers of a session. */
export class Answers {
  readonly #recorded = new Map<string, Recorded[]>();
  readonly #ignored: ReadonlySet<string>;
  readonly #repeats: boolean;
  /** How many requests had no answer. */
  unknown = 0;

  /**
   * @param ignored names of query parameters that are not compared
   * @param repeats whether the last answer is repeated for a request that comes more often than recorded
   */
  constructor(session: readonly Exchange[], ignored: readonly string[], repeats: boolean) {
    this.#ignored = new Set(ignored);
    this.#repeats = repeats;
    for (const exchange of session) {
      const name = this.#signatureOf(exchange.request);
      const same = this.#recorded.get(name) ?? [];
      this.#recorded.set(name, [...same, { exchange, isGiven: false }]);
    }
  }

  /** How many recorded answers were not used. */
  get left(): number {
    return [...this.#recorded.values()].flat().filter(({ isGiven }) => !isGiven).length;
  }

  /** The answer to a request. One with the placeholder of the recording is preferred. */
  take(asked: Asked): Match {
    const same = this.#recorded.get(this.#signatureOf(asked)) ?? [];
    const open = same.filter(({ isGiven }) => !isGiven);
    const next =
      open.find(({ exchange }) => exchange.request.path === asked.path) ??
      open[0] ??
      (this.#repeats ? same.at(-1) : undefined);
    if (next !== undefined) {
      next.isGiven = true;
      return { found: next.exchange.response };
    }
    this.unknown += 1;
    return { times: same.length, near: same.length === 0 ? this.#near(asked) : [] };
  }

  /** Begins again: all answers are unused. */
  rewind(): void {
    for (const each of [...this.#recorded.values()].flat()) each.isGiven = false;
    this.unknown = 0;
  }

  #signatureOf(asked: Asked): string {
    const path = plainKeys(plainPath(asked.path));
    return JSON.stringify([
      asked.method,
      path,
      plainQuery(asked.query, this.#ignored),
      plainBody(asked),
    ]);
  }

  /** Up to three recorded requests of the same method and path. */
  #near({ method, path }: Asked): string[] {
    const wanted = plainKeys(plainPath(path));
    const near = [...this.#recorded.values()].flatMap(([first]) => {
      if (first === undefined) return [];
      const { request } = first.exchange;
      const isNear = request.method === method && plainKeys(plainPath(request.path)) === wanted;
      return isNear ? [nameOf(request)] : [];
    });
    return near.slice(0, 3);
  }
}

/** A request as text for people, without keys. */
export function nameOf({ method, path, query }: Asked): string {
  const shown = plainKeys(plainPath(path));
  return `${method} ${shown}${query === '' ? '' : `?${plainQuery(query, new Set())}`}`;
}
