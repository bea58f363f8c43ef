// The running sandboxes of this user: entering one, listing them, and choosing the one that a command without --port
// and --data means.
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { version } from '../../../../lib/identity';
import { isLoopback } from '../../../../lib/loopback';
import { type Found, type FoundSandbox, findSandbox } from '../../../../sandbox/instance/find';
import { type Registered, register, registered } from '../../../../sandbox/instance/registry';
import type { Context } from '../../../run/context';
import {
  dataFolder,
  noSandbox,
  registryFolder,
  silentSandbox,
  type WhichOptions,
  whereabouts,
} from './which';

/** The facts to register. */
interface Running {
  origin: string;
  port: number;
  /** Data directory; null in memory. */
  data: string | null;
}

/**
 * Registers this process; returns a function that removes it. `log` is the log file of a detached one.
 */
export function enter(
  context: Context,
  { origin, port, data }: Running,
  log: string | undefined,
): () => void {
  const detached = log !== undefined;
  try {
    const entry = { origin, port, data, version, detached, log: log ?? null };
    return register(registryFolder(context), entry);
  } catch (error) {
    // Without the registry it runs too, and is found by its directory or port.
    if (context.debug) context.trace(`It is not registered: ${String(error)}`);
    return () => {};
  }
}

/** A sandbox, as `sandbox list` shows it. */
interface Listed {
  /** False if its process exists but does not answer. */
  running: boolean;
  url: string;
  port: number;
  pid: number;
  version: string;
  /** Data directory; null in memory. */
  data: string | null;
  /** ISO 8601; null if it is not registered. */
  started_at: string | null;
  /** Null if it is not registered. */
  detached: boolean | null;
}

/** A sandbox with what is needed to stop it. */
export interface RunningEntry {
  listed: Listed;
  found: Found;
}

async function entryOf(one: Registered): Promise<RunningEntry> {
  const { running, origin, port, pid, version, data, started_at, detached } = one;
  const found = running ? await findSandbox({ port }) : undefined;
  return {
    listed: {
      ...{ running, url: `${origin}/v1`, port, pid, version, data, started_at, detached },
    },
    found:
      found?.state === 'running' && found.sandbox.pid === pid
        ? found
        : { state: 'silent', pid, start: one.process_start },
  };
}

/** The running sandboxes, oldest first. */
export async function runningSandboxes(context: Context): Promise<RunningEntry[]> {
  const entries = await Promise.all((await registered(registryFolder(context))).map(entryOf));
  const folder = dataFolder(context, undefined);
  if (entries.some(({ listed }) => listed.data === folder)) return entries;
  const found = await findSandbox({ folder });
  if (found.state !== 'running') return entries;
  const { url, port, pid, version, data } = found.sandbox;
  const unknown = { started_at: null, detached: null };
  entries.push({ listed: { running: true, url, port, pid, version, data, ...unknown }, found });
  return entries;
}

/** Their base URLs. */
export async function services(context: Context): Promise<string[]> {
  const found = await runningSandboxes(context);
  return found.filter(({ listed }) => listed.running).map(({ listed }) => listed.url);
}

/** The port of the base URL in use, if that is on this machine. */
async function portInUse(context: Context): Promise<number | undefined> {
  try {
    const { baseUrl } = await context.resolve();
    return isLoopback(baseUrl) ? Number(baseUrl.port) || 80 : undefined;
  } catch (error) {
    // Errors in the credentials do not matter to this command.
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
}

/** Every sandbox that may be meant, the likeliest first; only the first is certain if it is `inUse`. */
export async function candidates(
  context: Context,
): Promise<{ inUse: boolean; sandboxes: FoundSandbox[] }> {
  const port = await portInUse(context);
  const wheres = [
    ...(port === undefined ? [] : [{ port }]),
    { folder: dataFolder(context, undefined) },
  ];
  for (const where of wheres) {
    const found = await findSandbox(where);
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
export async function chosenSandbox(
  context: Context,
  options: WhichOptions,
): Promise<FoundSandbox> {
  if (options.data !== undefined || options.port !== undefined) {
    const where = whereabouts(context, options);
    const found = await findSandbox(where);
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
export async function elsewhere(
  context: Context,
  { data, port }: WhichOptions,
  verb: 'stop' | 'status' | 'url' | 'reset' | 'logs',
): Promise<string> {
  if (data !== undefined || port !== undefined) return '';
  const [one, ...others] = (await candidates(context)).sandboxes;
  if (one === undefined) return '';
  if (others.length > 0) {
    return `${others.length + 1} others run: \`waypost sandbox list\` shows them, and --port <n> names one.`;
  }
  const kept = one.data === null ? 'in memory' : `with its data in ${one.data}`;
  return `One runs at ${one.url}, ${kept}: \`waypost sandbox ${verb} --port ${one.port}\`.`;
}
