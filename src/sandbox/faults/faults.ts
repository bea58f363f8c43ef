// Chooses the fault of a request: the fault in its header, otherwise the first matching rule, otherwise the default
// fault.
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

/** The header that sets the fault of one request. */
export const faultHeader = 'X-Sandbox-Fault';

interface AppliedFault {
  kind: FaultKind;
  /** Duration of a slow response in milliseconds; undefined for the default. */
  latency: number | undefined;
}

/** Seed and latency of a fault (see `faultRule`). */
export interface FaultDefaults {
  seed?: number | undefined;
  latency?: string | undefined;
}

function appliesTo(rule: FaultRule, call: Call): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
  return matchesPattern(rule.path, call.path);
}

interface NumberedRule {
  /** Number by which the rule can be removed. */
  id: number;
  rule: FaultRule;
}

/** The faults of a sandbox: a default fault, and rules in the order in which they were added. */
export class Faults {
  readonly #defaultFault: Fault | undefined;
  readonly #defaults: FaultDefaults;
  readonly #draws: ReturnType<typeof createDraws>;
  #rules: NumberedRule[] = [];
  #lastId = 0;

  /**
   * @param defaultFault the fault of requests that match no rule
   * @param random returns the random numbers of faults without a seed
   * @param defaults seed and latency of faults that do not set their own
   */
  constructor(defaultFault: Fault | undefined, random: () => number, defaults: FaultDefaults = {}) {
    this.#defaultFault = defaultFault;
    this.#defaults = defaults;
    this.#draws = createDraws(random);
  }

  /** Returns the fault of a request; undefined for none. It counts toward the `times` of its rule. */
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

  /** Returns the rules with their numbers. */
  numbered(): readonly NumberedRule[] {
    return this.#rules.map(({ id, rule }) => ({ id, rule: { ...rule } }));
  }

  /** Removes a rule by its number. Returns false if there is no such rule. */
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

  /** Returns the fault if its rate applies it to this request. Each owner counts its requests separately. */
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

  /** Counts one use of a rule, and removes a rule that has been used up. */
  #countUse(used: NumberedRule): void {
    const { rule } = used;
    if (rule.times === undefined) return;
    rule.times -= 1;
    if (rule.times <= 0) this.#rules = this.#rules.filter((other) => other !== used);
  }
}

const maxCounters = 100_000;

/** Returns a target without the parts that differ between two runs of a program: keys and sign-up tokens. */
function plainTarget(target: string): string {
  return target.replace(/\b(ak|uk|sl)_[A-Za-z0-9_]+/g, '$1_').replace(/(\/sign_up\/)[^/?]+/, '$1');
}

/**
 * Returns the source of the random numbers of requests, from 0 to under 1. `random` provides numbers without a seed.
 */
function createDraws(random: () => number) {
  const made = new Map<string, number>();
  return {
    /**
     * Returns two numbers for a request: one decides whether a fault applies, the other the duration of a slow
     * response. `owner` names the rule, because each rule counts its requests separately.
     */
    next(seed: number | undefined, owner: string, { method, target }: Call) {
      if (seed === undefined) return { fault: random(), latency: random() };
      const request = `${method} ${plainTarget(target)}`;
      const counter = `${owner} ${request}`;
      const count = made.get(counter) ?? 0;
      if (made.size >= maxCounters && count === 0) made.clear();
      made.set(counter, count + 1);
      return {
        // The numbers of a seed depend on this word, so it must not change.
        fault: repeatableNumber(seed, 'strikes', request, count),
        latency: repeatableNumber(seed, 'latency', request, count),
      };
    },
    restart: () => made.clear(),
  };
}

export const faultRule = z.strictObject({
  path: text('Path of the requests, such as `/v1/keys/*`. Each `*` matches any text.', {
    max: 1024,
    pattern: /^[/*]/,
    form: 'must start with / or *',
  }),
  method: z.exactOptional(text('Method of the requests. Default: every method.', { max: 16 })),
  fault: text('Fault with an optional rate, such as `503` or `reset:0.2`.', {
    test: (value) => readFault(value) !== undefined,
    form: faultMessage,
  }),
  /** Number of requests to which the rule still applies. Default: no end. */
  times: z.exactOptional(z.int().check(z.gte(1))),
  /** Makes rate and latency repeatable: the same seed and the same requests give the same faults. */
  seed: z.exactOptional(z.int().check(z.gte(0))),
  latency: z.exactOptional(
    text('Duration of responses with the fault `slow`, such as `p50=50,p99=800`.', {
      test: (value) => readLatency(value) !== undefined,
      form: latencyForm,
    }),
  ),
});

type FaultRule = z.infer<typeof faultRule>;

/** True if a text matches a pattern. Each `*` in the pattern matches any text, also empty text. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // The first match leaves the most text for the parts after it, so no other match has to be tried.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
