// The commands that show keys. update.ts changes a key, and usage.ts counts a key's lookups.
import { credentialsPath } from '../../../client/credentials/directories';
import {
  type CredentialSource,
  type KeyKind,
  keyKindNames,
  keyKinds,
  type ResolvedCredentials,
  requireUsableFile,
} from '../../../client/credentials/resolve';
import { keyAvailability, keyDetails } from '../../../client/keys';
import { baseUrlText } from '../../../client/url';
import { readVariable } from '../../../lib/environment';
import { isObject } from '../../../lib/exact-json';
import { preview } from '../../../lib/masking';
import { keyHints, keyShowHints, withHints } from '../../hints/by-api-code';
import { printCard, printList } from '../../output/lists-and-cards';
import type { Output } from '../../output/output';
import type { Credentials } from '../../run/credentials';
import type { ServiceConnector } from '../../run/service-connector';
import type { System } from '../../run/system';
import { type StoredLogin, storedLogins } from '../shared/logins';
import { readableKey, withKey } from '../shared/owned-key';
import { keyRows, reachedLimits } from './members';

interface KeyDependencies {
  output: Output;
  credentials: Credentials;
  service: ServiceConnector;
}

interface KnownKeysDependencies {
  system: System;
  output: Output;
  credentials: Credentials;
}

const sourceNames = { flag: 'option', env: 'environment', config: 'file' };
const typeNames = { api_key: 'API key', user_token: 'management key' };

export async function keysList({
  system,
  output,
  credentials,
}: KnownKeysDependencies): Promise<void> {
  const keys = await knownKeys({ system, output, credentials });
  await printList(output, keys, {
    columns: [
      { title: 'KEY' },
      { title: 'TYPE' },
      { title: 'PROFILE', minWidth: 8 },
      { title: 'SERVICE', minWidth: 16 },
      { title: 'FROM' },
      { title: 'IN USE' },
    ],
    rows: keys.map(({ preview, type, profile, base_url, source, command, in_use }) => [
      preview,
      typeNames[type],
      profile ?? '',
      base_url ?? '',
      command === undefined ? sourceNames[source] : `command ${command}`,
      in_use ? 'yes' : '',
    ]),
    none: `No keys. Log in with ${output.command('auth login')}, or sign up with ${output.command('signup')}.`,
  });
}

interface KnownKey {
  preview: string;
  type: 'api_key' | 'user_token';
  /** Null for the default profile, and for a key from an option or the environment. */
  profile: string | null;
  base_url: string | null;
  source: CredentialSource;
  /** The file that contains the key or its key command, or null for a key from an option or from the environment. */
  path: string | null;
  /** The program that prints the key, if the login stores a key command instead of the key. */
  command?: string;
  in_use: boolean;
}

/**
 * Returns the keys from options first, then the keys from environment variables, and then the keys from the credentials
 * files. Does not run key commands. Prints a warning if another profile's file is unusable. Throws
 * `invalid_credentials_file` if the file in use is unusable.
 */
async function knownKeys({
  system,
  output,
  credentials,
}: KnownKeysDependencies): Promise<KnownKey[]> {
  const resolved = await credentials.resolve();
  requireUsableFile(resolved);
  const here = { profile: null, base_url: baseUrlText(resolved.baseUrl), path: null };
  const given = (source: 'flag' | 'env'): KnownKey[] =>
    keyKindNames.flatMap((kind) => {
      const { field: type, variable } = keyKinds[kind];
      const used = resolved[kind];
      // Options take precedence, so a key from an option is always the key in use.
      const flag = used?.source === 'flag' ? used.value : undefined;
      const value = source === 'flag' ? flag : readVariable(system.env, variable);
      if (value === undefined) return [];
      const in_use = used?.source === source;
      return [{ preview: preview(value), type, ...here, source, in_use }];
    });
  const keys = [...given('flag'), ...given('env')];
  for (const { login } of storedLogins({ system, credentials })) {
    if (login.error !== undefined) await output.warn(login.error.message);
    keys.push(...storedKeys(system, login, resolved));
  }
  return keys;
}

function storedKeys(system: System, login: StoredLogin, resolved: ResolvedCredentials): KnownKey[] {
  const { profile, base_url, current } = login;
  const path = credentialsPath(system, profile ?? undefined);
  return keyKindNames.flatMap((kind) => {
    const type = keyKinds[kind].field;
    const stored = login[type];
    if (stored === null) return [];
    const in_use = current && sourceInUse(resolved, kind) === 'config';
    const { source, preview, command } = stored;
    const program = command === undefined ? {} : { command };
    return [{ preview, type, profile, base_url, source, path, ...program, in_use }];
  });
}

/** Returns the source of the key in use, without running a key command. */
function sourceInUse(resolved: ResolvedCredentials, kind: KeyKind): CredentialSource | undefined {
  return resolved[kind]?.source ?? (resolved.commands[kind] === undefined ? undefined : 'config');
}

const unavailable = 'not available: no lookups remain, or the key has reached a limit';

export async function keysShow(
  { output, credentials, service }: KeyDependencies,
  _options: object,
  named?: string,
): Promise<void> {
  const { service: client, key, signal } = await readableKey({ credentials, service }, named);
  const record = await withHints(keyShowHints(named), () => keyAvailability(client, key, signal));
  const next = `${output.command('keys details')} shows the remaining lookups and the limits.`;
  await printCard(
    output,
    record,
    ({ available, ...others }, { green, yellow }) => [
      available
        ? { label: 'State', value: 'available', style: green }
        : { label: 'State', value: unavailable, style: yellow },
      ...keyRows(others),
    ],
    { notes: () => (record.available ? [] : [next]) },
  );
}

export async function keysDetails(
  { output, credentials, service }: KeyDependencies,
  _options: object,
  named?: string,
): Promise<void> {
  const result = await withKey({ credentials, service }, keyHints(named), keyDetails, named);
  await printCard(output, result, keyRows, {
    notes: ({ yellow }) =>
      isObject(result) ? reachedLimits(result, output.command).map((line) => yellow(line)) : [],
  });
}
