// Reads the options --data and --port, which select a sandbox, and creates the errors about the selection.
import { invalidInput, WaypostError } from '../../../../lib/errors';
import type { Host } from '../../../../lib/runtime';
import { shellWord } from '../../../../lib/shell-word';
import type { SandboxTarget } from '../../../../sandbox/server/running-sandboxes';
import { sandboxDirectory } from './directories';

export interface SandboxSelection {
  data?: string;
  port?: string;
}

/** True if --data or --port selects a sandbox. */
export function isSelected({ data, port }: SandboxSelection): boolean {
  return data !== undefined || port !== undefined;
}

/**
 * Returns the port or the data directory that the options select, or the default directory if neither option is set.
 */
export function selectedTarget(
  system: Pick<Host, 'home'>,
  { data, port }: SandboxSelection,
): SandboxTarget {
  if (port !== undefined) return { port: portNumber(port, 1) };
  return { data: sandboxDirectory(system, data) };
}

/** Returns the value of --port. Throws `invalid_input` if the value is not a port number or is less than `least`. */
export function portNumber(text: string, least: number): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < least || port > 65_535) {
    throw invalidInput(
      `--port must be a number from ${least} to 65535, not ${JSON.stringify(text)}.`,
      'Use a number in this range, or remove --port.',
    );
  }
  return port;
}

/**
 * Returns the selection as options for a command in a hint, with a leading space. Returns '' if no sandbox is selected.
 */
export function sameSandbox({ data, port }: SandboxSelection): string {
  if (port !== undefined) return ` --port ${port}`;
  return data === undefined ? '' : ` --data ${shellWord(data)}`;
}

export function targetText(target: SandboxTarget): string {
  return 'port' in target ? `on port ${target.port}` : `with its data in ${target.data}`;
}

/**
 * Returns the error for a selected sandbox that is not running. `other` is a sentence about another running sandbox, or
 * ''.
 */
export function noSandbox(target: SandboxTarget, other: string): WaypostError {
  const start =
    'Start a sandbox with `waypost sandbox start`, or select another sandbox with --port or --data.';
  return new WaypostError('network_error', `No sandbox is running ${targetText(target)}.`, {
    hint: `${other} ${start}`.trimStart(),
  });
}

/** Returns the error for a running sandbox that does not respond. */
export function silentSandbox(
  target: SandboxTarget,
  pid: number,
  data = 'data' in target ? target.data : null,
): WaypostError {
  const named = data === null ? target : { data };
  const selection = 'port' in named ? { port: String(named.port) } : named;
  return new WaypostError(
    'timeout',
    `The sandbox ${targetText(target)} (process ${pid}) does not respond.`,
    {
      hint: `Wait a moment, or stop the sandbox with \`waypost sandbox stop${sameSandbox(selection)}\`.`,
    },
  );
}
