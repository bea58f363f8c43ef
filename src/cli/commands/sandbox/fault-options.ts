// The names and descriptions of faults, and the --latency option. `sandbox start` and `sandbox fault` share these
// definitions.
import { faultKinds } from '../../../sandbox/faults/fault';
import { option } from '../../line/command';

export const faultNames: readonly string[] = Object.keys(faultKinds);

/** The help text that describes the faults, with one line for each fault. */
export const faultTexts = Object.entries(faultKinds)
  .map(([kind, meaning]) => `${kind.padEnd(9)} ${meaning}`)
  .join('\n');

export const latencyOption = option(
  '--latency <percentiles>',
  'response times for the slow fault, as percentiles in milliseconds, such as p50=50,p99=800',
);
