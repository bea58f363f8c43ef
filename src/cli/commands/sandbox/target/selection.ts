// The options --data and --port, which select a sandbox, and the errors and hints about the selection.
import { invalidInput, WaypostError } from '../../../../lib/errors';
import type { Host } from '../../../../lib/runtime';
import { shellWord } from '../../../../lib/shell-word';
import type { SandboxTarget } from '../../../../sandbox/server/running-sandboxes';
import { sandboxDirectory } from './directories';

export interface SandboxSelection {
  data?: string;
  port?: string;
}

/** Whether the options name a sandbox. */
export function isSelected({ data, port }: SandboxSelection): boolean {
  return data !== undefined || port !== undefined;
}

/** Returns the target that --port or --data names; the default directory without them. */
export function selectedTarget(
  system: Pick<Host, 'home'>,
  { data, port }: SandboxSelection,
): SandboxTarget {
  if (port !== undefined) return { port: portNumber(port, 1) };
  return { data: sandboxDirectory(system, data) };
}

/** Returns the value of --port. Throws `invalid_input` for a number that is less than `least` or not a port. */
export function portNumber(text: string, least: number): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < least || port > 65_535) {
    throw invalidInput(
      `--port must be a number from ${least} to 65535.`,
      'Name such a port, or omit --port for the default.',
    );
  }
  return port;
}

/** Returns the same selection as options for a command in a hint: '', or a space and the options. */
export function sameSandbox({ data, port }: SandboxSelection): string {
  if (port !== undefined) return ` --port ${port}`;
  return data === undefined ? '' : ` --data ${shellWord(data)}`;
}

export function targetText(target: SandboxTarget): string {
  return 'port' in target ? `port ${target.port}` : target.data;
}

/** Returns the error of a command that requires a running sandbox. `other` is a sentence about another running sandbox. */
export function noSandbox(target: SandboxTarget, other: string): WaypostError {
  const start = 'Start one with `waypost sandbox start`, or select another with --port or --data.';
  return new WaypostError('network_error', `No sandbox runs on ${targetText(target)}.`, {
    hint: `${other} ${start}`.trimStart(),
  });
}

/** Returns the error of a command whose sandbox has a process but does not respond. */
export function silentSandbox(
  target: SandboxTarget,
  pid: number,
  data = 'data' in target ? target.data : null,
): WaypostError {
  const named = data === null ? target : { data };
  const selection = 'port' in named ? { port: String(named.port) } : named;
  return new WaypostError(
    'timeout',
    `The sandbox on ${targetText(target)} (process ${pid}) does not answer.`,
    { hint: `Wait a moment, or end it with \`waypost sandbox stop${sameSandbox(selection)}\`.` },
  );
}
