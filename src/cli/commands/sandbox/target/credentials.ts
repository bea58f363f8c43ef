// The credentials in use, where they are those of a sandbox.
import { type ResolvedCredentials, requireApiKey } from '../../../../client/credentials/resolve';
import { WaypostError } from '../../../../lib/errors';
import { isLoopback } from '../../../../lib/loopback';
import type { FoundSandbox } from '../../../../sandbox/control/control-client';
import type { Context } from '../../../run/context';
import { credentialsFor } from '../../../run/credentials';

/** The port of the base URL in use, if that is on this machine. */
export async function portInUse(context: Context): Promise<number | undefined> {
  const resolved = await credentialsHere(context);
  return resolved && portOfUrl(resolved.baseUrl);
}

/** The API key in use, if the base URL in use is that of the sandbox. */
export async function keyInUse(
  context: Context,
  { port }: FoundSandbox,
): Promise<string | undefined> {
  const resolved = await credentialsHere(context);
  if (resolved === undefined || portOfUrl(resolved.baseUrl) !== port) return undefined;
  return (await ifKnown(() => requireApiKey(resolved)))?.value;
}

/** The credentials in use, if their base URL is on this machine. */
async function credentialsHere(context: Context): Promise<ResolvedCredentials | undefined> {
  const resolved = await ifKnown(() => credentialsFor(context));
  return resolved && isLoopback(resolved.baseUrl) ? resolved : undefined;
}

function portOfUrl({ port }: URL): number {
  return Number(port) || 80;
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
