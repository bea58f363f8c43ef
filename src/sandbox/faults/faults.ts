// Which fault strikes a request: its header's, else the first rule for its path, else the standing one.
import type { Call } from '../http/call';
import { Refusal } from '../http/refusal';
import type { FaultRule } from '../schemas/fault-rule';
import { type Fault, type FaultKind, faultMessage, readFault } from './fault';
import { matchesPattern } from './pattern';

/** Header that asks for a fault in one request. */
export const faultHeader = 'X-Sandbox-Fault';

/** The faults of a sandbox. */
export interface Faults {
  /** The fault that strikes a request, which counts as one of its times. */
  pick(call: Call): FaultKind | undefined;
  add(rule: FaultRule): void;
  /** Whether no fault is set; a request can still ask for one by its header. */
  readonly idle: boolean;
  list(): FaultRule[];
  /** The same with a number that stays with each rule, by which one can be removed. */
  numbered(): { id: number; rule: FaultRule }[];
  /** Removes one rule; false where it is not there any more. */
  remove(id: number): boolean;
  clear(): void;
}

function matches(rule: FaultRule, call: Call): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
  return matchesPattern(rule.path, call.path);
}

/** Begins with the fault of `sandbox start --fault`, if any. */
export function createFaults(standing: Fault | undefined, random: () => number): Faults {
  let rules: (FaultRule & { id: number })[] = [];
  let lastId = 0;
  const strikes = (fault: Fault): boolean => fault.rate >= 1 || random() < fault.rate;

  const byHeader = (text: string): FaultKind | undefined => {
    const fault = readFault(text);
    if (!fault) {
      throw new Refusal(4000, { message: `${faultHeader} ${faultMessage}` });
    }
    return strikes(fault) ? fault.kind : undefined;
  };

  return {
    pick(call) {
      const asked = call.header(faultHeader);
      if (asked !== undefined) return byHeader(asked);
      const rule = rules.find((one) => matches(one, call));
      const fault = rule ? readFault(rule.fault) : standing;
      if (!fault || !strikes(fault)) return undefined;
      if (rule?.times !== undefined) {
        rule.times -= 1;
        if (rule.times <= 0) rules = rules.filter((one) => one !== rule);
      }
      return fault.kind;
    },
    get idle() {
      return standing === undefined && rules.length === 0;
    },
    add: (rule) => {
      lastId += 1;
      rules.push({ ...rule, id: lastId });
    },
    list: () => rules.map(({ id: _, ...rule }) => rule),
    numbered: () => rules.map(({ id, ...rule }) => ({ id, rule })),
    remove: (id) => {
      const before = rules.length;
      rules = rules.filter((rule) => rule.id !== id);
      return rules.length < before;
    },
    clear: () => {
      rules = [];
    },
  };
}
