// The draws by which faults with a rate strike. With a seed they depend on the request alone and on how
// often it was made before: the same requests meet the same faults, in whatever order they arrive.
import { numberOf } from '../repeatable';

/** What is drawn for one request. */
interface Draw {
  /** From 0 to under 1: whether a fault strikes. */
  strikes: number;
  /** From 0 to under 1: how long a slow answer takes. */
  latency: number;
}

/** A request, as far as a draw depends on it. */
interface Drawn {
  method: string;
  target: string;
}

/** The most requests whose number is remembered. */
const maxRemembered = 100_000;

/** A target without what differs between two runs of the same program: keys and sign-up tokens. */
function plainTarget(target: string): string {
  return target.replace(/\b(ak|uk|sl)_[A-Za-z0-9_]+/g, '$1_').replace(/(\/sign_up\/)[^/?]+/, '$1');
}

/** Draws for the requests of a sandbox. */
export interface Draws {
  /** `owner` names the rule that asks: each counts requests for itself. */
  next(seed: number | undefined, owner: string, request: Drawn): Draw;
  /** Counts from the beginning again. */
  restart(): void;
}

/** Makes draws; `random` gives those without a seed. */
export function createDraws(random: () => number): Draws {
  const made = new Map<string, number>();
  return {
    next(seed, owner, { method, target }) {
      if (seed === undefined) return { strikes: random(), latency: random() };
      const request = `${method} ${plainTarget(target)}`;
      const counter = `${owner} ${request}`;
      const count = made.get(counter) ?? 0;
      if (made.size >= maxRemembered && count === 0) made.clear();
      made.set(counter, count + 1);
      return {
        strikes: numberOf(seed, 'strikes', request, count),
        latency: numberOf(seed, 'latency', request, count),
      };
    },
    restart: () => made.clear(),
  };
}
