// Control calls about one key: which key is meant, and the error for one that the sandbox does not know.
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
 * The key to change. A key in use counts only where the base URL in use is that of the sandbox.
 * @throws WaypostError `invalid_input` if none is named and several may be meant, or there is none.
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
      `The sandbox at ${sandbox.url} has no key of an account yet.`,
      `Make one with ${commandForKey(sandbox)}.`,
    );
  }
  if (others.length === 0) return only.key;
  throw invalidInput(
    `The sandbox at ${sandbox.url} has ${others.length + 1} keys, and none is in use.`,
    'Name one, or set WAYPOST_API_KEY.',
  );
}

export function keyEndpoint(key: string) {
  return `/keys/${encodeURIComponent(key)}` as const;
}

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
      `Omit the key for the one in use, or make one with ${commandForKey(sandbox)}.`,
    );
  }
}

/** The command that makes a key of a sandbox and puts it in use, in backquotes. */
function commandForKey({ port }: FoundSandbox): string {
  return `\`eval "$(waypost sandbox env --port ${port})"\``;
}
