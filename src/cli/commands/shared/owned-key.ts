// Finds the API key that a command reads or changes, and the management key that the operation requires.
import {
  type Credential,
  requireApiKey,
  requireUserToken,
} from '../../../client/credentials/resolve';
import type { OwnedKey } from '../../../client/owned-key';
import { invalidInput, WaypostError } from '../../../lib/errors';
import { type Hints, withHints } from '../../hints/by-api-code';
import type { Output } from '../../output/output';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';

interface OwnedKeyDependencies {
  credentials: Credentials;
  service: ServiceConnector;
}

export interface CommandKey extends OwnedKey {
  credential: Credential;
}

/**
 * Returns the `named` key, or by default the API key in use. Also returns the management key and a client for the
 * service. Throws `missing_api_key` or `missing_user_token` if a key is missing, and `invalid_input` if the `named` key
 * is not a valid API key.
 */
export async function ownedKey(
  { credentials, service }: OwnedKeyDependencies,
  named?: string,
): Promise<CommandKey> {
  const resolved = await credentials.resolve();
  const credential =
    named === undefined ? await requireApiKey(resolved) : await credentials.named(named);
  return {
    key: credential.value,
    credential,
    managementKey: (await requireUserToken(resolved)).value,
    service: await service.connect(resolved.baseUrl),
    signal: service.interrupted,
  };
}

/** Calls `call` with the `named` key, or by default with the API key in use. Adds the command's hints to errors. */
export async function withKey<T>(
  { credentials, service }: OwnedKeyDependencies,
  hints: Hints | ((key: CommandKey) => Hints),
  call: (key: CommandKey) => Promise<T>,
  named?: string,
): Promise<T> {
  const key = await ownedKey({ credentials, service }, named);
  return withHints(typeof hints === 'function' ? hints(key) : hints, () => call(key));
}

/** Like `ownedKey`, but does not require a management key. */
export async function readableKey(
  { credentials, service }: OwnedKeyDependencies,
  named?: string,
): Promise<Omit<OwnedKey, 'managementKey'> & { userToken: Credential | undefined }> {
  const resolved = await credentials.resolve();
  const credential =
    named === undefined ? await requireApiKey(resolved) : await credentials.named(named);
  return {
    key: credential.value,
    userToken: resolved.userToken,
    service: await service.connect(resolved.baseUrl),
    signal: service.interrupted,
  };
}

/** If a licensee argument is a key, masks the key in the output. The ID and the name of a licensee are not secret. */
export function maskLicensee(output: Output, licensee: string | undefined): void {
  if (licensee !== undefined && looksLikeKey(licensee)) output.mask.add(licensee);
}

/**
 * Returns the key or ID of a licensee. Returns a licensee key or a number unchanged. If the text is the name of exactly
 * one licensee, returns this licensee's ID. If no licensee has this name, returns the text unchanged in two cases: the
 * text is an ID, or no licensee's name contains the text. In all other cases, throws `invalid_input` with a list of
 * licensees.
 */
export async function resolveLicensee(key: OwnedKey, given: string): Promise<string> {
  const name = given.trim();
  if (/^(?:\d*$|sl_)/.test(name)) return given;
  const { listAllLicensees } = await import('../../../client/licensees');
  const { page, stopped } = await listAllLicensees(key, { query: name });
  if (stopped !== undefined) throw stopped;
  const found = page.licensees.map(({ id, name }) => ({ id: String(id), name: String(name) }));
  const exact = found.filter((one) => one.name === name);
  const folded = found.filter((one) => one.name.toLowerCase() === name.toLowerCase());
  const [only, ...others] = exact.length > 0 ? exact : folded;
  if (only !== undefined && others.length === 0) return only.id;
  const hasId = found.some(({ id }) => id === name);
  if (only === undefined && (hasId || found.length === 0 || (await isId(key, name)))) return given;
  const listed = found.slice(0, 10).map((one) => `${one.id} (${one.name})`);
  throw invalidInput(
    only === undefined
      ? `No licensee is named ${JSON.stringify(name)}. ${partsText(found.length)}`
      : `${1 + others.length} licensees are named ${JSON.stringify(name)}.`,
    `Use the ID of a licensee: ${listed.join(', ')}${found.length > listed.length ? ', …' : ''}.`,
  );
}

function partsText(count: number): string {
  return count === 1
    ? 'The name of one licensee contains this text.'
    : `The names of ${count} licensees contain this text.`;
}

/** True if a licensee has this ID, which is not always a number. */
async function isId(key: OwnedKey, text: string): Promise<boolean> {
  const { getLicensee } = await import('../../../client/licensees');
  try {
    await getLicensee(key, text);
    return true;
  } catch (error) {
    if (error instanceof WaypostError && error.code === 'not_found') return false;
    throw error;
  }
}

/**
 * True if the text looks like a licensee key, or like an API key or management key with at least 16 characters after
 * the prefix.
 */
function looksLikeKey(text: string): boolean {
  return /^(?:sl_|(?:ak|uk)_[\w-]{16})/.test(text.trim());
}
