// Finds the credentials in use if their base URL is on this machine, where a sandbox might be running.
import { type ResolvedCredentials, requireApiKey } from '../../../../client/credentials/resolve';
import { WaypostError } from '../../../../lib/errors';
import { isLoopback } from '../../../../lib/loopback';
import type { FoundSandbox } from '../../../../sandbox/control/control-client';
import type { Credentials } from '../../../run/credentials';

/** Returns the port of the base URL in use, or undefined if the URL is on another host. */
export async function portInUse(credentials: Credentials): Promise<number | undefined> {
  const resolved = await credentialsHere(credentials);
  return resolved && portOfUrl(resolved.baseUrl);
}

/**
 * Returns the API key in use. Returns undefined if the base URL in use does not belong to the sandbox, or if there is
 * no API key.
 */
export async function keyInUse(
  credentials: Credentials,
  { port }: FoundSandbox,
): Promise<string | undefined> {
  const resolved = await credentialsHere(credentials);
  if (resolved === undefined || portOfUrl(resolved.baseUrl) !== port) return undefined;
  return (await ifKnown(() => requireApiKey(resolved)))?.value;
}

/**
 * Returns the credentials in use, or undefined if waypost cannot use the credentials or if their base URL is on another
 * host.
 */
async function credentialsHere(credentials: Credentials): Promise<ResolvedCredentials | undefined> {
  const resolved = await ifKnown(() => credentials.resolve());
  return resolved && isLoopback(resolved.baseUrl) ? resolved : undefined;
}

function portOfUrl({ port }: URL): number {
  return Number(port) || 80;
}

/**
 * Returns the result of `work`, or undefined if `work` throws a WaypostError. Sandbox commands ignore problems with the
 * credentials.
 */
async function ifKnown<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof WaypostError) return undefined;
    throw error;
  }
}
