// `sandbox start --reuse`: uses a sandbox that is already running.

import type { Output } from '../../../output/output';
import type { System } from '../../../run/system';
import { runningSandboxes } from '../target/running';
import type { StartedSandbox } from './detached';
import { optionWords } from './option-words';
import type { StartOptions, WantedSandbox } from './start-options';
import { showStarted } from './started';

/**
 * If --reuse is set and a running sandbox matches these options, prints this sandbox's URL and properties, and returns
 * true. Returns false if --reuse is not set, or if no running sandbox matches.
 */
export async function showReused(
  { system, output }: { system: System; output: Output },
  options: StartOptions,
  wanted: WantedSandbox,
): Promise<boolean> {
  const found = options.reuse ? await reusableSandbox(system, wanted) : undefined;
  if (found === undefined) return false;
  const ignored = ignoredOptions(options);
  if (ignored.length > 0) {
    await output.warn(`The sandbox was already running, so ${ignored.join(', ')} had no effect.`);
  }
  await showStarted({ system, output }, found);
  return true;
}

async function reusableSandbox(
  system: System,
  { port, data }: WantedSandbox,
): Promise<StartedSandbox | undefined> {
  const found = (await runningSandboxes(system)).find(
    ({ listed }) =>
      listed.running &&
      listed.data === data &&
      (data !== null || port === 0 || listed.port === port),
  );
  if (found === undefined) return undefined;
  const { listed } = found;
  return {
    url: listed.url,
    port: listed.port,
    host: new URL(listed.url).hostname,
    pid: listed.pid,
    data,
    detached: listed.detached,
    reused: true,
  };
}

/** Returns the names of the options that the user set, but that have an effect only when a sandbox starts. */
function ignoredOptions(options: StartOptions): string[] {
  const words = optionWords({
    seed: options.seed,
    fault: options.fault,
    faultSeed: options.faultSeed,
    latency: options.latency,
    strictSignUp: options.strictSignUp,
    noRateLimit: options.rateLimit === false,
  });
  return words.map(([name = '']) => name);
}
