// Chooses the fault for a request: the fault in the request's header, otherwise the fault of the first matching rule,
// otherwise the default fault.
import * as z from 'zod/mini';
import { text } from '../../api/schema';
import type { Call } from '../http/call';
import { Refusal } from '../http/responses';
import { repeatableNumber } from '../seed/repeatable';
import {
  type Fault,
  type FaultKind,
  faultMessage,
  latencyAt,
  latencyForm,
  readFault,
  readLatency,
} from './fault';

/** The header that selects the fault for a request, and names the fault in a response. */
export const faultHeader = 'X-Sandbox-Fault';

interface AppliedFault {
  kind: FaultKind;
  /** The duration of a slow response in milliseconds; undefined if the default duration applies. */
  latency: number | undefined;
}

/** The seed and the latency for faults that do not set these values (see `faultRule`). */
export interface FaultDefaults {
  seed?: number | undefined;
  latency?: string | undefined;
}

function appliesTo(rule: FaultRule, call: Call): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
  return matchesPattern(rule.path, call.path);
}

interface NumberedRule {
  /** A number that identifies the rule. */
  id: number;
  rule: FaultRule;
}

/** A sandbox's faults: a default fault, and rules, oldest first. */
export class Faults {
  readonly #defaultFault: Fault | undefined;
  readonly #defaults: FaultDefaults;
  readonly #draws: ReturnType<typeof createDraws>;
  #rules: NumberedRule[] = [];
  #lastId = 0;

  /**
   * @param defaultFault the fault for requests that do not match a fault rule
   * @param random returns the random numbers for faults without a seed
   * @param defaults the seed and the latency for faults that do not set these values
   */
  constructor(defaultFault: Fault | undefined, random: () => number, defaults: FaultDefaults = {}) {
    this.#defaultFault = defaultFault;
    this.#defaults = defaults;
    this.#draws = createDraws(random);
  }

  /**
   * Returns the fault for a request, or undefined if no fault applies. If a rule's fault applies, counts one use of the
   * rule.
   */
  pick(call: Call): AppliedFault | undefined {
    const header = call.header(faultHeader);
    if (header !== undefined) return this.#faultOfHeader(header, call);
    const match = this.#rules.find(({ rule }) => appliesTo(rule, call));
    if (match === undefined) {
      return this.#defaultFault && this.#apply(this.#defaultFault, call, 'default', {});
    }
    const fault = readFault(match.rule.fault);
    const applied = fault && this.#apply(fault, call, String(match.id), match.rule);
    if (applied !== undefined) this.#countUse(match);
    return applied;
  }

  add(rule: FaultRule): void {
    this.#lastId += 1;
    this.#rules.push({ id: this.#lastId, rule: { ...rule } });
  }

  list(): FaultRule[] {
    return this.#rules.map(({ rule }) => ({ ...rule }));
  }

  /** Returns the rules with the numbers that identify them. */
  numbered(): readonly NumberedRule[] {
    return this.#rules.map(({ id, rule }) => ({ id, rule: { ...rule } }));
  }

  /** Removes a rule by its number. Returns false if no rule has this number. */
  remove(id: number): boolean {
    const before = this.#rules.length;
    this.#rules = this.#rules.filter((rule) => rule.id !== id);
    return this.#rules.length < before;
  }

  clear(): void {
    this.#draws.restart();
    this.#rules = [];
  }

  #faultOfHeader(text: string, call: Call): AppliedFault | undefined {
    const fault = readFault(text);
    if (!fault) throw new Refusal(4000, { message: `${faultHeader} ${faultMessage}` });
    return this.#apply(fault, call, 'header', {});
  }

  /**
   * Returns the fault with its latency, or undefined if the fault's rate excludes this request.
   * @param owner the source of the fault: `header`, `default` or the number of a rule
   */
  #apply(
    fault: Fault,
    call: Call,
    owner: string,
    { seed = this.#defaults.seed, latency = this.#defaults.latency }: FaultDefaults,
  ): AppliedFault | undefined {
    const { kind, rate } = fault;
    const distribution =
      kind === 'slow' && latency !== undefined ? readLatency(latency) : undefined;
    if (rate >= 1 && distribution === undefined) return { kind, latency: undefined };
    const draw = this.#draws.next(seed, owner, call);
    if (rate < 1 && draw.fault >= rate) return undefined;
    return { kind, latency: distribution && latencyAt(distribution, draw.latency) };
  }

  /** Counts one use of a rule. Removes the rule after its last use. */
  #countUse(used: NumberedRule): void {
    const { rule } = used;
    if (rule.times === undefined) return;
    rule.times -= 1;
    if (rule.times <= 0) this.#rules = this.#rules.filter((other) => other !== used);
  }
}

const maxCounters = 100_000;

/**
 * Removes the keys and sign-up tokens from a request target. A seed must generate the same random numbers in each run
 * of a program, but keys and sign-up tokens differ between runs.
 */
function plainTarget(target: string): string {
  return target.replace(/\b(ak|uk|sl)_[A-Za-z0-9_]+/g, '$1_').replace(/(\/sign_up\/)[^/?]+/, '$1');
}

/**
 * Returns a generator of random numbers for requests. Each number is at least 0 and less than 1.
 * @param random returns the random numbers for requests without a seed
 */
function createDraws(random: () => number) {
  const made = new Map<string, number>();
  return {
    /**
     * Returns two random numbers for a request. `fault` decides whether a fault applies. `latency` decides the duration
     * of a slow response. With a seed, the numbers depend on the request and on the number of identical requests from
     * the same `owner` so far.
     * @param owner the source of the fault: `header`, `default` or the number of a rule
     */
    next(seed: number | undefined, owner: string, { method, target }: Call) {
      if (seed === undefined) return { fault: random(), latency: random() };
      const request = `${method} ${plainTarget(target)}`;
      const counter = `${owner} ${request}`;
      const count = made.get(counter) ?? 0;
      if (made.size >= maxCounters && count === 0) made.clear();
      made.set(counter, count + 1);
      return {
        // The word `strikes` must not change, because the numbers that a seed generates depend on this word.
        fault: repeatableNumber(seed, 'strikes', request, count),
        latency: repeatableNumber(seed, 'latency', request, count),
      };
    },
    restart: () => made.clear(),
  };
}

export const faultRule = z.strictObject({
  path: text(
    'Path of the requests to which the fault applies, such as `/v1/keys/*`. Each `*` matches any text.',
    {
      max: 1024,
      pattern: /^[/*]/,
      form: 'must start with / or *',
    },
  ),
  method: z.exactOptional(
    text('Method of the requests to which the fault applies. Default: every method.', { max: 16 }),
  ),
  fault: text('Fault with an optional rate, such as `503` or `reset:0.2`.', {
    test: (value) => readFault(value) !== undefined,
    form: faultMessage,
  }),
  /** The number of requests to which the rule still applies. Default: no limit. */
  times: z.exactOptional(z.int().check(z.gte(1))),
  /**
   * The seed for random numbers, which decide whether the fault applies and how long a slow response takes. With the
   * same seed, the same sequence of requests has the same faults and response times.
   */
  seed: z.exactOptional(z.int().check(z.gte(0))),
  latency: z.exactOptional(
    text('Response times for the `slow` fault, such as `p50=50,p99=800`.', {
      test: (value) => readLatency(value) !== undefined,
      form: latencyForm,
    }),
  ),
});

type FaultRule = z.infer<typeof faultRule>;

/** True if a string matches a pattern. Each `*` in the pattern matches any text, including an empty string. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // For each part of the pattern, only the first match matters, because this match leaves the most text for the parts
  // after it.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
