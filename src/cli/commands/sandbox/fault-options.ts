// What `sandbox start` and `sandbox fault` share: the names of the faults, what each does, and their option.
import { faultKinds } from '../../../sandbox/faults/fault';
import { option } from '../../line/command';

export const faultNames: readonly string[] = Object.keys(faultKinds);

/** A line for each fault, as help shows them. */
export const faultTexts = Object.entries(faultKinds)
  .map(([kind, meaning]) => `${kind.padEnd(9)} ${meaning}`)
  .join('\n');

export const latencyOption = option(
  '--latency <percentiles>',
  'how long answers under the fault slow take, such as p50=50,p99=800',
);
