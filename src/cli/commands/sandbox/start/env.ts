// `waypost sandbox env`: prints environment variables that make a shell use the sandbox with a new key. If no sandbox
// is running, starts an in-memory sandbox.
import { basename, join } from 'node:path';
import * as z from 'zod/mini';
import { makeDirectory } from '../../../../lib/directory';
import { WaypostError } from '../../../../lib/errors';
import { FileLock } from '../../../../lib/file-lock';
import { shellWord } from '../../../../lib/shell-word';
import { type FoundSandbox, healthAt } from '../../../../sandbox/control/control-client';
import type { Output } from '../../../output/output';
import type { Credentials } from '../../../run/credentials';
import type { System } from '../../../run/system';
import { callSandbox } from '../control/call';
import { registryDirectory } from '../target/directories';
import { candidateSandboxes, sandboxAt } from '../target/selected';
import { portNumber } from '../target/selection';
import { usualPort } from '../target/usual-port';
import { startDetached } from './detached';
import { freePortAbove } from './free-port';

interface EnvDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

interface EnvOptions {
  port?: string;
  shell?: string;
}

/**
 * The response to the request for a new key. The schema accepts only characters that can appear in a sandbox's keys,
 * because a shell runs the printed lines. If a program other than a sandbox uses the port, it can send any text, and
 * each shell has its own quoting rules.
 */
const createdKey = z.object({
  key: z.string().check(z.regex(/^ak_\w+$/)),
  user_token: z.string().check(z.regex(/^uk_\w+$/)),
});

function posixAssignment(name: string, value: string): string {
  return `export ${name}=${shellWord(value)}`;
}

const assignments: Readonly<Record<string, (name: string, value: string) => string>> = {
  bash: posixAssignment,
  zsh: posixAssignment,
  fish: (name, value) => `set -gx ${name} ${shellWord(value)}`,
  powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
};

/** Returns the user's shell according to $SHELL. An unknown shell counts as bash. */
function shellInUse(system: System): string {
  const { SHELL: shell = '' } = system.env;
  if (shell === '') return process.platform === 'win32' ? 'powershell' : 'bash';
  const name = basename(shell);
  if (name === 'pwsh') return 'powershell';
  return Object.hasOwn(assignments, name) ? name : 'bash';
}

export async function sandboxEnv(
  { system, output, credentials }: EnvDependencies,
  options: EnvOptions,
): Promise<void> {
  const assign = assignments[options.shell ?? shellInUse(system)] ?? posixAssignment;
  const sandbox = await alone(system, () =>
    runningOrStarted({ system, output, credentials }, options),
  );
  const { key, user_token } = await callSandbox(sandbox, 'POST /keys', createdKey);
  const variables = {
    WAYPOST_BASE_URL: sandbox.url,
    WAYPOST_API_KEY: key,
    WAYPOST_USER_TOKEN: user_token,
  };
  if (output.asData) {
    await output.result(variables, () => '');
    return;
  }
  const lines = Object.entries(variables).map(([name, value]) => `${assign(name, value)}\n`);
  output.raw(Buffer.from(lines.join('')));
}

/** Holds a lock while `work` runs, so that simultaneous commands start only one sandbox. */
async function alone<T>(system: System, work: () => Promise<T>): Promise<T> {
  const directory = registryDirectory(system);
  makeDirectory(directory, 0o700);
  const { clock, interrupted } = system;
  const lock = new FileLock(join(directory, 'env.lock'));
  while (!lock.take()) await clock.sleep(50, interrupted);
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function runningOrStarted(
  { system, output, credentials }: EnvDependencies,
  options: EnvOptions,
): Promise<FoundSandbox> {
  const named = options.port === undefined ? undefined : portNumber(options.port, 1);
  if (named === undefined) {
    const [running] = (await candidateSandboxes({ system, credentials })).sandboxes;
    if (running !== undefined) return running;
  } else {
    const found = await sandboxAt(named);
    if (found !== undefined) return found;
  }
  const port = named ?? (await freePortAbove(usualPort - 1));
  try {
    const { url } = await startDetached({ system, output }, { port: String(port), memory: true });
    const started = await healthAt(new URL(url).origin);
    if (started === undefined)
      throw new WaypostError('internal_error', 'The sandbox ended before it was ready.');
    await output.note(
      () =>
        `Started a sandbox at ${url}. Stop the sandbox with \`waypost sandbox stop --port ${started.port}\`.`,
    );
    return started;
  } catch (error) {
    // The start might have failed because another process started a sandbox on this port in the meantime. In this case,
    // waypost uses that sandbox.
    const found = error instanceof WaypostError ? await sandboxAt(port) : undefined;
    if (found !== undefined) return found;
    throw error;
  }
}
