// If the default directory has no sandbox, another one may be meant: in memory, or in a directory of its own.
// This checks the registered ones, the default port, and the base URL in use.
import { type FoundSandbox, findSandbox } from '../../../../sandbox/instance/find';
import { registered } from '../../../../sandbox/instance/registry';
import type { Context } from '../../../context';
import { sanitizeLine } from '../../../ui/sanitize';
import { usualPort } from '../spec';
import { portInUse } from './chosen';
import { registryFolder, type WhichOptions } from './which';

/**
 * A sentence about a sandbox that may be meant, with the command that reaches it. '' if a directory or a port
 * was named, or if none answers.
 */
export async function elsewhere(
  context: Context,
  { data, port }: WhichOptions,
  verb: 'stop' | 'status' | 'url' | 'reset' | 'logs',
): Promise<string> {
  if (data !== undefined || port !== undefined) return '';
  // The one at the base URL in use comes first.
  const inUse = await runningOn([await portInUse(context)]);
  const [one, ...others] =
    inUse.length > 0
      ? inUse
      : await runningOn([
          ...(await registered(registryFolder(context))).map((entry) => entry.port),
          usualPort,
        ]);
  if (one === undefined) return '';
  if (others.length > 0) {
    return `${others.length + 1} others run: \`waypost sandbox list\` shows them, and --port <n> names one.`;
  }
  const kept = one.data === null ? 'in memory' : `with its data in ${sanitizeLine(one.data)}`;
  return `One runs at ${one.url}, ${kept}: \`waypost sandbox ${verb} --port ${one.port}\`.`;
}

/** The sandboxes that answer on these ports. */
async function runningOn(ports: readonly (number | undefined)[]): Promise<FoundSandbox[]> {
  const found = await Promise.all(
    [...new Set(ports)].map((port) => (port === undefined ? undefined : findSandbox({ port }))),
  );
  return found.flatMap((each) => (each?.state === 'running' ? [each.sandbox] : []));
}
