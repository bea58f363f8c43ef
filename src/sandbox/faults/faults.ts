// Chooses the fault of a request: the one in its header, else the first matching rule, else the default fault.
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

/** Header that asks for a fault in one request. */
export const faultHeader = 'X-Sandbox-Fault';

interface AppliedFault {
  kind: FaultKind;
  /** Milliseconds of a slow answer; undefined for the default. */
  latency: number | undefined;
}

export interface FaultDefaults {
  seed?: number | undefined;
  latency?: string | undefined;
}

function appliesTo(rule: FaultRule, call: Call): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
  return matchesPattern(rule.path, call.path);
}

/** Starts with the fault of `sandbox start --fault`, if any. */
export function createFaults(
  defaultFault: Fault | undefined,
  random: () => number,
  defaults: FaultDefaults = {},
) {
  let rules: (FaultRule & { id: number })[] = [];
  let lastId = 0;
  const draws = createDraws(random);

  /** The fault, if it applies to this request. */
  const applied = (
    fault: Fault,
    call: Call,
    owner: string,
    { seed = defaults.seed, latency = defaults.latency }: FaultDefaults,
  ): AppliedFault | undefined => {
    const spread =
      fault.kind === 'slow' && latency !== undefined ? readLatency(latency) : undefined;
    if (fault.rate >= 1 && spread === undefined) return { kind: fault.kind, latency: undefined };
    const draw = draws.next(seed, owner, call);
    if (fault.rate < 1 && draw.fault >= fault.rate) return undefined;
    return { kind: fault.kind, latency: spread && latencyAt(spread, draw.latency) };
  };

  const byHeader = (text: string, call: Call): AppliedFault | undefined => {
    const fault = readFault(text);
    if (!fault) throw new Refusal(4000, { message: `${faultHeader} ${faultMessage}` });
    return applied(fault, call, 'header', {});
  };

  return {
    /** The fault of a request; counts as one of its times. */
    pick(call: Call): AppliedFault | undefined {
      const asked = call.header(faultHeader);
      if (asked !== undefined) return byHeader(asked, call);
      const rule = rules.find((one) => appliesTo(one, call));
      const fault = rule ? readFault(rule.fault) : defaultFault;
      const found = fault && applied(fault, call, rule ? String(rule.id) : 'default', rule ?? {});
      if (!found) return undefined;
      if (rule?.times !== undefined) {
        rule.times -= 1;
        if (rule.times <= 0) rules = rules.filter((one) => one !== rule);
      }
      return found;
    },
    add: (rule: FaultRule) => {
      lastId += 1;
      rules.push({ ...rule, id: lastId });
    },
    list: (): FaultRule[] => rules.map(({ id: _, ...rule }) => rule),
    /** The same rules, each with a fixed number by which it can be removed. */
    numbered: () => rules.map(({ id, ...rule }) => ({ id, rule })),
    /** False if there is no such rule. */
    remove: (id: number) => {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear: () => {
      draws.restart();
      rules = [];
    },
  };
}

const maxCounters = 100_000;

/** A target without the parts that differ between two runs of the same program: keys and sign-up tokens. */
function plainTarget(target: string): string {
  return target.replace(/\b(ak|uk|sl)_[A-Za-z0-9_]+/g, '$1_').replace(/(\/sign_up\/)[^/?]+/, '$1');
}

/** The random numbers of requests, from 0 to under 1; `random` provides those without a seed. */
function createDraws(random: () => number) {
  const made = new Map<string, number>();
  return {
    /**
     * Whether a fault applies to a request, and the duration of a slow answer. `owner` names the rule: each rule
     * counts requests separately.
     */
    next(seed: number | undefined, owner: string, { method, target }: Call) {
      if (seed === undefined) return { fault: random(), latency: random() };
      const request = `${method} ${plainTarget(target)}`;
      const counter = `${owner} ${request}`;
      const count = made.get(counter) ?? 0;
      if (made.size >= maxCounters && count === 0) made.clear();
      made.set(counter, count + 1);
      return {
        // The word is part of what a seed gives: it must not change.
        fault: repeatableNumber(seed, 'strikes', request, count),
        latency: repeatableNumber(seed, 'latency', request, count),
      };
    },
    restart: () => made.clear(),
  };
}

export const faultRule = z.strictObject({
  path: text('Path with `*` for any text, such as `/v1/keys/*`.', {
    max: 1024,
    pattern: /^[/*]/,
    form: 'must begin with / or *',
  }),
  method: z.exactOptional(text('Method it is for; every method when it is absent.', { max: 16 })),
  fault: text('As `readFault` reads it.', {
    test: (value) => readFault(value) !== undefined,
    form: faultMessage,
  }),
  /** How often it still applies; without end if it is absent. */
  times: z.exactOptional(z.int().check(z.gte(1))),
  /** Makes its rate and latency repeat: same seed, same requests, same faults. */
  seed: z.exactOptional(z.int().check(z.gte(0))),
  latency: z.exactOptional(
    text('How long it takes where the fault is `slow`, as `readLatency` reads it.', {
      test: (value) => readLatency(value) !== undefined,
      form: latencyForm,
    }),
  ),
});

type FaultRule = z.infer<typeof faultRule>;

/** Whether a text matches a pattern in which each `*` stands for any text, also an empty one. */
export function matchesPattern(pattern: string, text: string): boolean {
  const [first = '', ...others] = pattern.split('*');
  const last = others.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  // The first match leaves the most text for the parts after it, so no other match need be tried.
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
