// Chooses the key for a request to the control API, and creates the error to throw if the sandbox does not have this
// key.
import * as z from 'zod/mini';
import { invalidInput } from '../../../../lib/errors';
import { preview } from '../../../../lib/masking';
import type { FoundSandbox } from '../../../../sandbox/control/control-client';
import type { Credentials } from '../../../run/credentials';
import { keyInUse } from '../target/credentials';
import { ControlRefusal, callSandbox } from './call';

const accountList = z.object({
  accounts: z.array(z.object({ keys: z.array(z.object({ key: z.string() })) })),
});

/**
 * Returns the key that a command changes. If `named` is set, returns `named`. Otherwise, if the base URL in use belongs
 * to the sandbox, returns the API key in use. If there is no such key, returns the sandbox's only key. @throws
 * WaypostError `invalid_input` if there is neither a named key nor a key in use, and the sandbox has no key or several
 * keys.
 */
export async function selectedKey(
  credentials: Credentials,
  sandbox: FoundSandbox,
  named: string | undefined,
): Promise<string> {
  const given = named ?? (await keyInUse(credentials, sandbox));
  if (given !== undefined) return given;
  const { accounts } = await callSandbox(sandbox, 'GET /accounts', accountList);
  const [only, ...others] = accounts.flatMap(({ keys }) => keys);
  if (only === undefined) {
    throw invalidInput(
      `The sandbox at ${sandbox.url} has no account with a key.`,
      `Create a key with ${commandForKey(sandbox)}.`,
    );
  }
  if (others.length === 0) return only.key;
  throw invalidInput(
    `The sandbox at ${sandbox.url} has ${others.length + 1} keys, but none of these keys is the key in use.`,
    "Pass one of the sandbox's keys as an argument, or in WAYPOST_API_KEY. The sandbox's dashboard shows the keys.",
  );
}

export function keyEndpoint(key: string) {
  return `/keys/${encodeURIComponent(key)}` as const;
}

/**
 * Waits for a request about a key and returns the request's result. If the sandbox does not have the key, throws an
 * error that shows the key's first characters.
 */
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
      `Remove the key argument to change the key in use, or create a key with ${commandForKey(sandbox)}.`,
    );
  }
}

/**
 * Returns the command, in backquotes, that creates a key in the sandbox and sets the shell's environment variables to
 * use the key.
 */
function commandForKey({ port }: FoundSandbox): string {
  return `\`eval "$(waypost sandbox env --port ${port})"\``;
}
