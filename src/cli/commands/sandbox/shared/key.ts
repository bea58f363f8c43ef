// The key of a command that changes one of a sandbox: the named one, the one in use, or the only one.
import * as z from 'zod/mini';
import { requireApiKey } from '../../../../client/credentials/resolve';
import { invalidInput, WaypostError } from '../../../../lib/errors';
import { isLoopback } from '../../../../lib/loopback';
import { preview } from '../../../../lib/masking';
import type { FoundSandbox } from '../../../../sandbox/instance/find';
import type { Context } from '../../../run/context';
import { ControlRefusal, callSandbox } from './control';

const accountList = z.object({
  accounts: z.array(z.object({ keys: z.array(z.object({ key: z.string() })) })),
});

/**
 * The key to change. A key in use counts only where the base URL in use is that of the sandbox.
 * @throws WaypostError `invalid_input` if none is named and several may be meant, or there is none.
 */
export async function chosenKey(
  context: Context,
  sandbox: FoundSandbox,
  named: string | undefined,
): Promise<string> {
  if (named !== undefined) return named;
  const inUse = await keyInUse(context, sandbox);
  if (inUse !== undefined) return inUse;
  const { accounts } = await callSandbox(
    sandbox,
    { method: 'GET', path: '/_sandbox/accounts' },
    accountList,
  );
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

async function keyInUse(context: Context, { port }: FoundSandbox): Promise<string | undefined> {
  try {
    const resolved = await context.resolve();
    const { baseUrl } = resolved;
    if (!isLoopback(baseUrl) || Number(baseUrl.port) !== port) return undefined;
    return (await requireApiKey(resolved)).value;
  } catch (error) {
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
}

/** Path of a control call about a key. */
export const keyPath = (key: string): string => `/_sandbox/keys/${encodeURIComponent(key)}`;

/** Runs a control call about a key; an unknown key is an error that names it. */
export async function aboutKey<T>(
  sandbox: FoundSandbox,
  key: string,
  call: () => Promise<T>,
): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ControlRefusal) || error.message !== 'no such key') throw error;
    throw invalidInput(
      `The sandbox at ${sandbox.url} has no key ${preview(key)}.`,
      `Omit the key for the one in use, or make one with \`eval "$(waypost sandbox env --port ${sandbox.port})"\`.`,
    );
  }
}
