// The sandbox that a command means: by --data, by --port or because it is the one in use; control calls to it, and
// the key that is changed.
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { type Resolved, requireApiKey } from '../../../client/credentials/resolve';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { isLoopback } from '../../../lib/loopback';
import { preview } from '../../../lib/masking';
import { shellWord } from '../../../lib/shell-word';
import { dataDirectory } from '../../../lib/system-directories';
import {
  type ControlCall,
  controlCall,
  type FoundSandbox,
  portOf,
} from '../../../sandbox/control-call';
import { parse } from '../../../sandbox/parse';
import {
  findSandbox,
  registered,
  type SandboxTarget,
  type TargetState,
} from '../../../sandbox/registry';
import { refuseWindowsPath } from '../../line/option-values';
import type { Context } from '../../run/context';
import { credentialsFor } from '../../run/credentials';

export interface SandboxSelection {
  data?: string;
  port?: string;
}

export function dataDirectoryOf({ system }: Context, named: string | undefined): string {
  if (named?.trim() === '')
    throw invalidInput('--data takes a directory.', 'Name one, or omit --data for the default.');
  if (named === undefined) return join(dataDirectory(system), 'sandbox');
  refuseWindowsPath('--data', named);
  return resolve(named);
}

export function registryDirectory({ system }: Context): string {
  return join(dataDirectory(system), 'sandboxes');
}

/** Name of the file in a data directory that a detached sandbox writes its own lines to. */
export const logFile = 'sandbox.log';

/** Where the snapshots of sandboxes in memory are; those of a data directory are in it. */
export function snapshotDirectory({ system }: Context): string {
  return join(dataDirectory(system), 'snapshots');
}

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

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1' }, () => server.close(() => resolve(true)));
  });
}

/** The next free port above one; 0, for any port, if the next twenty are taken. */
export async function freePortAbove(port: number): Promise<number> {
  for (let next = port + 1; next <= Math.min(port + 20, 65_535); next += 1) {
    if (await isFree(next)) return next;
  }
  return 0;
}

/** The same selection for a command that a hint names: '' or words behind a space. */
export function sameSandbox({ data, port }: SandboxSelection): string {
  if (port !== undefined) return ` --port ${port}`;
  return data === undefined ? '' : ` --data ${shellWord(data)}`;
}

/** The words for some options: `--port`, then its value. What is undefined or false is left out. */
export function wordsOfOptions(options: object): string[][] {
  return Object.entries(options).flatMap(([name, value]) => {
    const option = `--${name.replace(/[A-Z]/g, '-$&').toLowerCase()}`;
    return typeof value === 'string' ? [[option, value]] : value === true ? [[option]] : [];
  });
}

export function selectedTarget(context: Context, { data, port }: SandboxSelection): SandboxTarget {
  if (port !== undefined) return { port: portNumber(port, 1) };
  return { data: dataDirectoryOf(context, data) };
}

export function targetText(where: SandboxTarget): string {
  return 'port' in where ? `port ${where.port}` : where.data;
}

/** The error of a command that needs a running sandbox; `other` tells of another one that runs. */
export function noSandbox(where: SandboxTarget, other: string): WaypostError {
  return new WaypostError('network_error', `No sandbox runs on ${targetText(where)}.`, {
    hint: `${other} Start one with \`waypost sandbox start\`, or select another with --port or --data.`.trimStart(),
  });
}

/** The error of a command whose sandbox has a process but does not answer. */
export function silentSandbox(
  where: SandboxTarget,
  pid: number,
  data = 'data' in where ? where.data : null,
): WaypostError {
  const named = data === null ? where : { data };
  const selection = 'port' in named ? { port: String(named.port) } : named;
  return new WaypostError(
    'timeout',
    `The sandbox on ${targetText(where)} (process ${pid}) does not answer.`,
    { hint: `Wait a moment, or end it with \`waypost sandbox stop${sameSandbox(selection)}\`.` },
  );
}

interface Listed {
  /** False if its process exists but does not answer. */
  running: boolean;
  url: string;
  port: number;
  pid: number;
  version: string;
  /** Data directory; null in memory. */
  data: string | null;
  /** ISO 8601. */
  started_at: string;
  detached: boolean;
}

/** A sandbox with what is needed to stop it, and to read its log. */
export interface FoundEntry {
  listed: Listed;
  found: TargetState;
  /** The log file of a detached one. */
  log: string | null;
}

export async function runningSandboxes(context: Context): Promise<FoundEntry[]> {
  const all = await registered(registryDirectory(context), dataDirectoryOf(context, undefined));
  return all.map(({ found, origin, pid, version, data, started_at, log }) => ({
    listed: {
      running: found.state === 'running',
      url: `${origin}/v1`,
      port: portOf(origin),
      pid,
      version,
      data,
      started_at,
      detached: log !== null,
    },
    found,
    log,
  }));
}

export async function services(context: Context): Promise<string[]> {
  const found = await runningSandboxes(context);
  return found.filter(({ listed }) => listed.running).map(({ listed }) => listed.url);
}

/** What some work gives; undefined where it fails: errors in the credentials do not matter to these commands. */
async function ifKnown<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
}

/** The credentials in use, if their base URL is on this machine. */
async function credentialsHere(context: Context): Promise<Resolved | undefined> {
  const resolved = await ifKnown(() => credentialsFor(context));
  return resolved && isLoopback(resolved.baseUrl) ? resolved : undefined;
}

const portOfUrl = ({ port }: URL): number => Number(port) || 80;

/** Every sandbox that may be meant, the likeliest first; only the first is certain if it is `inUse`. */
export async function candidates(
  context: Context,
): Promise<{ inUse: boolean; sandboxes: FoundSandbox[] }> {
  const resolved = await credentialsHere(context);
  const targets = [
    ...(resolved === undefined ? [] : [{ port: portOfUrl(resolved.baseUrl) }]),
    { data: dataDirectoryOf(context, undefined) },
  ];
  for (const target of targets) {
    const found = await findSandbox(target, registryDirectory(context));
    if (found.state === 'running') return { inUse: true, sandboxes: [found.sandbox] };
  }
  const running = await runningSandboxes(context);
  const sandboxes = running.flatMap(({ found }) =>
    found.state === 'running' ? [found.sandbox] : [],
  );
  return { inUse: false, sandboxes };
}

/**
 * The named sandbox, or the chosen one if none is named.
 * @throws WaypostError `network_error` if none runs, `invalid_input` if several may be meant.
 */
export async function selectedSandbox(
  context: Context,
  options: SandboxSelection,
): Promise<FoundSandbox> {
  if (options.data !== undefined || options.port !== undefined) {
    const where = selectedTarget(context, options);
    const found = await findSandbox(where, registryDirectory(context));
    if (found.state === 'running') return found.sandbox;
    throw found.state === 'silent' ? silentSandbox(where, found.pid) : noSandbox(where, '');
  }
  const { inUse, sandboxes } = await candidates(context);
  const [only, ...others] = sandboxes;
  if (only === undefined) {
    throw new WaypostError('network_error', 'No sandbox runs.', {
      hint: 'Start one with `waypost sandbox start`, or with `eval "$(waypost sandbox env)"`.',
    });
  }
  if (inUse || others.length === 0) return only;
  throw invalidInput(
    `${sandboxes.length} sandboxes run.`,
    `Name one: --port ${sandboxes.map(({ port }) => port).join(', --port ')}.`,
  );
}

/**
 * A sentence about a sandbox that may be meant in place of the one of the default directory, with the command that
 * reaches it. '' if a directory or a port was named, or if none answers.
 */
export async function otherSandboxes(
  context: Context,
  { data, port }: SandboxSelection,
  verb: 'stop' | 'status' | 'url' | 'reset' | 'logs',
): Promise<string> {
  if (data !== undefined || port !== undefined) return '';
  const [one, ...others] = (await candidates(context)).sandboxes;
  if (one === undefined) return '';
  if (others.length > 0) {
    return `${others.length + 1} others run: \`waypost sandbox list\` shows them, and --port <n> names one.`;
  }
  const where = one.data === null ? 'in memory' : `with its data in ${one.data}`;
  return `One runs at ${one.url}, ${where}: \`waypost sandbox ${verb} --port ${one.port}\`.`;
}

const refusedCall = z.object({ error: z.string() });

export class ControlRefusal extends WaypostError {
  constructor(
    readonly answeredStatus: number,
    message: string,
  ) {
    super(answeredStatus < 500 ? 'invalid_input' : 'internal_error', message);
  }
}

/** Method and path of a control call, below /_sandbox. */
type ControlEndpoint = `${ControlCall['method']} /${string}`;

/**
 * Makes a control call and reads its answer.
 * @throws ControlRefusal with the sandbox's own words, WaypostError `timeout` where it does not answer.
 */
export async function callSandbox<T>(
  { origin, port, pid, data }: FoundSandbox,
  endpoint: ControlEndpoint,
  schema: z.ZodMiniType<T>,
  { body, timeout = 30_000 }: Pick<ControlCall, 'body' | 'timeout'> = {},
): Promise<T> {
  const [method, path] = endpoint.split(' ') as [ControlCall['method'], string];
  const answer = await controlCall(origin, { method, path: `/_sandbox${path}`, body, timeout });
  if (answer === undefined) throw silentSandbox({ port }, pid, data);
  const refused = parse(refusedCall, answer.document);
  if ('value' in refused) throw new ControlRefusal(answer.status, refused.value.error);
  const parsed = parse(schema, answer.document);
  if ('value' in parsed && answer.status === 200) return parsed.value;
  throw new WaypostError(
    'invalid_response',
    `The sandbox on port ${port} gave an unexpected answer (HTTP ${answer.status}).`,
    { hint: 'It may be of another version: stop it and start it again.' },
  );
}

/** The sandbox at a port of this machine; undefined where none answers. */
export async function sandboxAt(port: number): Promise<FoundSandbox | undefined> {
  const found = await findSandbox({ port });
  return found.state === 'running' ? found.sandbox : undefined;
}

const accountList = z.object({
  accounts: z.array(z.object({ keys: z.array(z.object({ key: z.string() })) })),
});

/**
 * The key to change. A key in use counts only where the base URL in use is that of the sandbox.
 * @throws WaypostError `invalid_input` if none is named and several may be meant, or there is none.
 */
export async function selectedKey(
  context: Context,
  sandbox: FoundSandbox,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named;
  const inUse = await sandboxKeyInUse(context, sandbox);
  if (inUse !== undefined) return inUse;
  const { accounts } = await callSandbox(sandbox, 'GET /accounts', accountList);
  const [only, ...others] = accounts.flatMap(({ keys }) => keys);
  if (only !== undefined && others.length === 0) return only.key;
  throw invalidInput(
    only === undefined
      ? `The sandbox at ${sandbox.url} has no key of an account yet.`
      : `The sandbox at ${sandbox.url} has ${others.length + 1} keys, and none is in use.`,
    only === undefined
      ? `Make one with \`eval "$(waypost sandbox env --port ${sandbox.port})"\`.`
      : 'Name one, or set WAYPOST_API_KEY.',
  );
}

async function sandboxKeyInUse(
  context: Context,
  { port }: FoundSandbox,
): Promise<string | undefined> {
  const resolved = await credentialsHere(context);
  if (resolved === undefined || portOfUrl(resolved.baseUrl) !== port) return undefined;
  return (await ifKnown(() => requireApiKey(resolved)))?.value;
}

export const keyEndpoint = (key: string) => `/keys/${encodeURIComponent(key)}` as const;

/** The answer of a control call about a key; an unknown key is an error that names it. */
export async function aboutKey<T>(
  sandbox: FoundSandbox,
  key: string,
  call: Promise<T>,
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.message !== 'no such key') throw error;
    throw invalidInput(
      `The sandbox at ${sandbox.url} has no key ${preview(key)}.`,
      `Omit the key for the one in use, or make one with \`eval "$(waypost sandbox env --port ${sandbox.port})"\`.`,
    );
  }
}
