// The sandbox of a command without --port and --data-dir: the one at the base URL in use, which the other
// commands talk to; else the one of the default directory; else the only one that runs.
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { isLoopback } from '../../../../lib/loopback';
import { type FoundSandbox, findSandbox } from '../../../../sandbox/instance/find';
import type { Context } from '../../../context';
import { runningSandboxes } from './running';
import { dataFolder, noSandbox, silentSandbox, type WhichOptions, whereabouts } from './which';

/** The port of the base URL in use, if that is on this machine. */
export async function portInUse(context: Context): Promise<number | undefined> {
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
