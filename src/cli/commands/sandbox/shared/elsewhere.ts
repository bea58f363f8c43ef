// A sandbox that keeps everything in memory has no data folder to be found by. Where the default folder
// has none, this looks where one would be: on the usual port, and at the base URL in use.
import { WaypostError } from '../../../../lib/errors';
import { isLoopback } from '../../../../lib/loopback';
import { findSandbox } from '../../../../sandbox/instance/find';
import type { Context } from '../../../context';
import { sanitizeLine } from '../../../ui/sanitize';
import { usualPort } from './usual-port';
import type { WhichOptions } from './which';

/**
 * A sentence about a sandbox that may have been meant, with the command that reaches it. '' where a folder
 * or a port was named, and where none answers.
 */
export async function elsewhere(
  context: Context,
  { data, port }: WhichOptions,
  verb: 'stop' | 'status' | 'url' | 'reset',
): Promise<string> {
  if (data !== undefined || port !== undefined) return '';
  for (const candidate of new Set([await portInUse(context), usualPort])) {
    const found = candidate === undefined ? undefined : await findSandbox({ port: candidate });
    if (found?.state !== 'running') continue;
    const { url, data: folder } = found.sandbox;
    const kept = folder === null ? 'in memory' : `with its data in ${sanitizeLine(folder)}`;
    return `One runs at ${url}, ${kept}: \`waypost sandbox ${verb} --port ${candidate}\`.`;
  }
  return '';
}

/** The port of the base URL in use, where that is on this machine. */
async function portInUse(context: Context): Promise<number | undefined> {
  try {
    const { baseUrl } = await context.resolve();
    return isLoopback(baseUrl) ? Number(baseUrl.port) || 80 : undefined;
  } catch (error) {
    // What is wrong with the credentials is not what this command is about.
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
}
