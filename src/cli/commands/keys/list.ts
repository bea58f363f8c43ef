// `waypost keys list`: the keys that are known on this machine, as previews, without a request.

import { baseUrlText } from '../../../client/credentials/base-url';
import { credentialsPath } from '../../../client/credentials/directories';
import type { CredentialSource, Resolved } from '../../../client/credentials/resolve';
import { readVariable } from '../../../lib/environment';
import { preview } from '../../../lib/masking';
import { table } from '../../output/table';
import type { Context } from '../../run/context';
import { type Login, type StoredSighting, storedLogins } from '../auth/shared/logins';

const origins = { flag: 'option', env: 'environment', config: 'file' };
const types = { api_key: 'API key', user_token: 'management key' };

/** Runs the command. */
export async function run(context: Context): Promise<void> {
  const keys = await knownKeys(context);
  const { output } = context;
  await output.result(keys, (colour) => {
    if (keys.length === 0) {
      return context.inProfile(
        'No keys. Log in with `waypost auth login`, or sign up with `waypost signup`.',
      );
    }
    const columns = [
      { title: 'KEY' },
      { title: 'TYPE' },
      { title: 'PROFILE', minWidth: 8 },
      { title: 'SERVICE', minWidth: 16 },
      { title: 'FROM' },
      { title: 'IN USE' },
    ];
    return table(columns, keys.map(cellsOf), colour, output.width).join('\n');
  });
}

function cellsOf({
  preview,
  type,
  profile,
  base_url,
  source,
  command,
  in_use,
}: KnownKey): string[] {
  const from = command === undefined ? origins[source] : `command ${command}`;
  return [preview, types[type], profile ?? '', base_url ?? '', from, in_use ? 'yes' : ''];
}

/** A key, and where it comes from. */
interface KnownKey {
  preview: string;
  type: 'api_key' | 'user_token';
  /** Null for a key without a profile. */
  profile: string | null;
  /** The service it is for. */
  base_url: string | null;
  source: CredentialSource;
  /** The file that contains it; null for one of an option or of the environment. */
  path: string | null;
  /** The program that prints it, for one that no file contains. */
  command?: string;
  /** Whether commands use it at present. */
  in_use: boolean;
}

const kinds = [
  { type: 'api_key', kind: 'apiKey', variable: 'WAYPOST_API_KEY' },
  { type: 'user_token', kind: 'userToken', variable: 'WAYPOST_USER_TOKEN' },
] as const;

type Kind = (typeof kinds)[number]['kind'];

/**
 * The keys: those of options first, then the environment, then the files. No command that prints a key is
 * run. An unusable file of another profile is a warning. Throws `invalid_credentials_file` for the file in
 * use.
 */
async function knownKeys(context: Context): Promise<KnownKey[]> {
  const resolved = await context.resolve();
  const flags = await context.credentialFlags();
  const here = { profile: null, base_url: baseUrlText(resolved.baseUrl), path: null };
  const given = (source: 'flag' | 'env'): KnownKey[] =>
    kinds.flatMap(({ type, kind, variable }) => {
      const value =
        source === 'flag' ? flags[kind]?.trim() : readVariable(context.world.env, variable);
      if (!value) return [];
      const in_use = sourceOf(resolved, kind) === source;
      return [{ preview: preview(value), type, ...here, source, in_use }];
    });
  const keys = [...given('flag'), ...given('env')];
  for (const { login } of storedLogins(context)) {
    if (login.error !== undefined) await context.output.warn(login.error.message);
    keys.push(...keysOf(context, login, resolved));
  }
  return keys;
}

function keysOf(context: Context, login: Login, resolved: Resolved): KnownKey[] {
  const { profile, base_url, current } = login;
  const path = credentialsPath(context.world, profile ?? undefined);
  return kinds.flatMap(({ type, kind }) => {
    const stored: StoredSighting | null = login[type];
    if (stored === null) return [];
    const in_use = current && sourceOf(resolved, kind) === 'config';
    const { source, preview: shown, command } = stored;
    const from = command === undefined ? {} : { command };
    return [{ preview: shown, type, profile, base_url, source, path, ...from, in_use }];
  });
}

/** Where the key in use comes from; a command that prints it is not run. */
function sourceOf(resolved: Resolved, kind: Kind): CredentialSource | undefined {
  return resolved[kind]?.source ?? (resolved.commands[kind] === undefined ? undefined : 'config');
}
