// Selects a sandbox: by its data directory, or by its port.
import { join, resolve } from 'node:path';
import { dataDirectory } from '../../../../client/credentials/data-directory';
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { shellWord } from '../../../../lib/shell-word';
import type { SandboxTarget } from '../../../../sandbox/instance/find';
import type { Context } from '../../../run/context';

/** The options that name a sandbox. */
export interface WhichOptions {
  data?: string;
  port?: string;
}

/** The named data directory, or the default one. */
export function dataFolder({ world }: Context, named: string | undefined): string {
  if (named?.trim() === '')
    throw invalidInput('--data takes a directory.', 'Name one, or omit --data for the default.');
  return named === undefined ? join(dataDirectory(world), 'sandbox') : resolve(named);
}

/** Where the running sandboxes of this user are registered. */
export function registryFolder({ world }: Context): string {
  return join(dataDirectory(world), 'sandboxes');
}

/** Name of the file in a data directory that a detached sandbox writes its own lines to. */
export const logFile = 'sandbox.log';

/** Where the snapshots of sandboxes in memory are; those of a data directory are in it. */
export function snapshotFolder({ world }: Context): string {
  return join(dataDirectory(world), 'snapshots');
}

/** A port number from `least` up. */
export function portNumber(text: string, least: number): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < least || port > 65_535) {
    throw invalidInput(
      `--port takes a number from ${least} to 65535.`,
      'Name such a port, or omit --port for the default.',
    );
  }
  return port;
}

/** The same selection for a command that a hint names: '' or words behind a space. */
export function sameSandbox({ data, port }: WhichOptions): string {
  if (port !== undefined) return ` --port ${port}`;
  return data === undefined ? '' : ` --data ${shellWord(data)}`;
}

/** Where to look for the selected sandbox. */
export function whereabouts(context: Context, { data, port }: WhichOptions): SandboxTarget {
  if (port !== undefined) return { port: portNumber(port, 1) };
  return { folder: dataFolder(context, data) };
}

/** The selection as text for people. */
export function described(where: SandboxTarget): string {
  return 'port' in where ? `port ${where.port}` : where.folder;
}

/** The error of a command that needs a running sandbox; `other` tells of another one that runs. */
export function noSandbox(where: SandboxTarget, other: string): WaypostError {
  return new WaypostError('network_error', `No sandbox runs on ${described(where)}.`, {
    hint: `${other} Start one with \`waypost sandbox start\`, or select another with --port or --data.`.trimStart(),
  });
}

/** The error of a command whose sandbox has a process but does not answer. */
export function silentSandbox(
  where: SandboxTarget,
  pid: number,
  data = 'folder' in where ? where.folder : null,
): WaypostError {
  // By its port it is not found any more.
  const end =
    data === null ? `: kill ${pid}` : ` with \`waypost sandbox stop --data ${shellWord(data)}\`.`;
  return new WaypostError(
    'timeout',
    `The sandbox on ${described(where)} (process ${pid}) does not answer.`,
    { hint: `Wait a moment, or end it${end}` },
  );
}
