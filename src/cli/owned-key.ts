// The start of every account command: its API key, and the management key that permits the operation.
import {
  type Credential,
  checkKey,
  requireApiKey,
  requireUserToken,
} from '../client/credentials/resolve';
import type { OwnedKey } from '../client/owned-key';
import { invalidInput } from '../lib/errors';
import type { Context, Traffic } from './context';

/** The key of a command. */
export interface CommandKey extends OwnedKey {
  /** How a command line names the key without showing it. */
  inShell: string;
}

/**
 * The key of a command, by default the API key in use, and a client for the service. Throws
 * `missing_api_key`, `missing_user_token`, and `invalid_input` for a value that cannot be an API key.
 */
export async function ownedKey(
  context: Context,
  named?: string,
  traffic?: Traffic,
): Promise<CommandKey> {
  const resolved = await context.resolve();
  const { value, source } = keyNamed(context, named) ?? (await requireApiKey(resolved));
  return {
    key: value,
    inShell: source === 'flag' ? '<key>' : '$(waypost auth token)',
    managementKey: (await requireUserToken(resolved)).value,
    service: await context.service(resolved.baseUrl, traffic),
    signal: context.world.interrupted,
  };
}

/** As `ownedKey`, for operations that do not need a management key. */
export async function anyKey(
  context: Context,
  named?: string,
): Promise<Omit<OwnedKey, 'managementKey'> & { userToken: Credential | undefined }> {
  const resolved = await context.resolve();
  return {
    key: (keyNamed(context, named) ?? (await requireApiKey(resolved))).value,
    userToken: resolved.userToken,
    service: await context.service(resolved.baseUrl),
    signal: context.world.interrupted,
  };
}

/** A licensee may be given by its key, which is masked from then on; its id is no secret. */
export function keepLicensee(context: Context, licensee: string | undefined): void {
  if (licensee !== undefined && !/^\d+$/.test(licensee)) context.keepSecret(licensee);
}

/** The key of the command's own argument, as if an option had given it. */
function keyNamed(context: Context, named: string | undefined): Credential | undefined {
  if (named === undefined) return undefined;
  const key = named.trim();
  if (key === '') {
    throw invalidInput(
      'The given key is empty.',
      'Is its variable set? Omit the key to use the default one.',
    );
  }
  context.keepSecret(key);
  checkKey(key, 'apiKey');
  return { value: key, source: 'flag' };
}
