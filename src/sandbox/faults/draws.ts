// Random numbers for faults with a rate. With a seed they depend only on the request and on how often it was
// made before: the same requests get the same faults, in any order.
import { numberOf } from '../repeatable';

/** The random numbers of one request. */
interface Draw {
  /** From 0 to under 1: whether a fault applies. */
  fault: number;
  /** From 0 to under 1: the duration of a slow answer. */
  latency: number;
}

/** The parts of a request that decide the numbers. */
interface Drawn {
  method: string;
  target: string;
}

/** Most requests whose counts are remembered. */
const maxRemembered = 100_000;

/** A target without the parts that differ between two runs of the same program: keys and sign-up tokens. */
function plainTarget(target: string): string {
  return target.replace(/\b(ak|uk|sl)_[A-Za-z0-9_]+/g, '$1_').replace(/(\/sign_up\/)[^/?]+/, '$1');
}

/** Random numbers for the requests of a sandbox. */
export interface Draws {
  /** `owner` names the rule: each rule counts requests separately. */
  next(seed: number | undefined, owner: string, request: Drawn): Draw;
  /** Starts all counts again. */
  restart(): void;
}

/** Makes the numbers; `random` provides those without a seed. */
export function createDraws(random: () => number): Draws {
  const made = new Map<string, number>();
  return {
    next(seed, owner, { method, target }) {
      if (seed === undefined) return { fault: random(), latency: random() };
      const request = `${method} ${plainTarget(target)}`;
      const counter = `${owner} ${request}`;
      const count = made.get(counter) ?? 0;
      if (made.size >= maxRemembered && count === 0) made.clear();
      made.set(counter, count + 1);
      return {
        // The word is part of what a seed gives: it must not change.
        fault: numberOf(seed, 'strikes', request, count),
        latency: numberOf(seed, 'latency', request, count),
      };
    },
    restart: () => made.clear(),
  };
}
