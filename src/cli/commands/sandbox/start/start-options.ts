// Checks the options of `sandbox start`, and converts them to the sandbox's options.
import { invalidInput } from '../../../../lib/errors';
import type { Host } from '../../../../lib/runtime';
import {
  type Fault,
  faultKinds,
  latencyForm,
  readFault,
  readLatency,
} from '../../../../sandbox/faults/fault';
import type { SandboxOptions } from '../../../../sandbox/server/start';
import { sandboxDirectory, snapshotDirectory } from '../target/directories';
import { portNumber } from '../target/selection';
import { readSeedFile } from './seed-file';

export interface StartOptions {
  port: string;
  host?: string;
  data?: string;
  memory?: boolean;
  detach?: boolean;
  fault?: string;
  faultSeed?: string;
  latency?: string;
  strictSignUp?: boolean;
  rateLimit?: boolean;
  openapi?: boolean;
  recover?: boolean;
  reuse?: boolean;
  quiet?: boolean;
  seed?: string;
  /**
   * The log file, which receives standard error. Only --detach sets this option, for the process that --detach starts.
   */
  log?: string;
}

/** The options with which waypost starts a sandbox. */
export interface WantedSandbox extends SandboxOptions {
  port: number;
}

/**
 * Returns the options with which waypost starts the sandbox. Throws `invalid_input` if an option or the seed file is
 * invalid.
 */
export async function readStartOptions(
  system: Pick<Host, 'home'>,
  options: StartOptions,
): Promise<WantedSandbox> {
  const fault = faultOption(options.fault);
  const faultSeed = faultSeedOption(options.faultSeed);
  if (options.latency !== undefined && readLatency(options.latency) === undefined) {
    throw invalidInput(`--latency ${latencyForm}.`);
  }
  if (options.host?.trim() === '')
    throw invalidInput(
      '--host is empty.',
      'Set --host to an address of this machine, or remove --host.',
    );
  const wanted: WantedSandbox = {
    port: portNumber(options.port, 0),
    data: options.memory ? null : sandboxDirectory(system, options.data),
    recover: options.recover === true,
    strictSignUp: options.strictSignUp === true,
    rateLimit: options.rateLimit !== false,
    fault,
    faultSeed,
    latency: options.latency,
    host: options.host,
  };
  if (options.memory) wanted.snapshots = snapshotDirectory(system);
  if (options.seed !== undefined) wanted.seed = await readSeedFile(options.seed);
  return wanted;
}

function faultOption(text: string | undefined): Fault | undefined {
  if (text === undefined) return undefined;
  const fault = readFault(text);
  if (fault !== undefined) return fault;
  throw invalidInput(
    `--fault must be the name of a fault with an optional rate from 0 to 1, not ${JSON.stringify(text)}.`,
    `Use one of ${Object.keys(faultKinds).join(', ')}. For example: --fault reset:0.2.`,
  );
}

function faultSeedOption(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidInput(
    `--fault-seed must be a whole number, not ${JSON.stringify(text)}.`,
    'For example: --fault-seed 42.',
  );
}
