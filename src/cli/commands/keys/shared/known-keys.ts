// The keys of this machine: those of the run's options and environment, of the plain file and of every profile.
import { readdirSync } from 'node:fs';
import { baseUrlText } from '../../../../client/credentials/base-url';
import { credentialsPath, profilesDirectory } from '../../../../client/credentials/directories';
import { readCredentialsFile } from '../../../../client/credentials/read';
import type {
  Credential,
  CredentialSource,
  Resolved,
} from '../../../../client/credentials/resolve';
import { readVariable } from '../../../../lib/environment';
import { WaypostError } from '../../../../lib/errors';
import { defaultBaseUrl } from '../../../../lib/identity';
import { preview } from '../../../../lib/masking';
import type { Context } from '../../../context';

/** A key, and where it is from. */
export interface KnownKey {
  preview: string;
  type: 'api_key' | 'user_token';
  /** Null for a key of no profile. */
  profile: string | null;
  /** The service it is for. */
  base_url: string;
  source: CredentialSource;
  /** The file that holds it; null for one of an option or of the environment. */
  path: string | null;
  /** Whether commands use it, as things are. */
  in_use: boolean;
}

interface Pair {
  apiKey: string | undefined;
  userToken: string | undefined;
}

/**
 * The keys, those of options first, then the environment, then the files. A file of another profile that cannot
 * be used is a warning. Throws `invalid_credentials_file` for the file in use.
 */
export async function knownKeys(context: Context): Promise<KnownKey[]> {
  const { env } = context.world;
  const resolved = await context.resolve();
  const { apiKey, userToken } = await context.credentialFlags();
  const here = { profile: null, base_url: baseUrlText(resolved.baseUrl), path: null };
  const variables = {
    apiKey: readVariable(env, 'WAYPOST_API_KEY'),
    userToken: readVariable(env, 'WAYPOST_USER_TOKEN'),
  };
  const keys = [
    ...keysOf({ apiKey, userToken }, { ...here, source: 'flag' }, resolved),
    ...keysOf(variables, { ...here, source: 'env' }, resolved),
  ];
  for (const profile of [undefined, ...profileNames(context)]) {
    keys.push(...(await storedKeys(context, profile, resolved)));
  }
  return keys;
}

async function storedKeys(
  context: Context,
  profile: string | undefined,
  resolved: Resolved,
): Promise<KnownKey[]> {
  const path = credentialsPath(context.world, profile);
  try {
    const stored = readCredentialsFile(path)?.credentials;
    if (stored === undefined) return [];
    const { apiKey, userToken, baseUrl } = stored;
    const where = {
      profile: profile ?? null,
      base_url: baseUrl ?? defaultBaseUrl,
      path,
      source: 'config' as const,
    };
    return keysOf({ apiKey, userToken }, where, resolved);
  } catch (error) {
    if (!(error instanceof WaypostError)) throw error;
    await context.output.warn(error.message);
    return [];
  }
}

function keysOf(
  { apiKey, userToken }: Pair,
  where: Pick<KnownKey, 'profile' | 'base_url' | 'source' | 'path'>,
  resolved: Resolved,
): KnownKey[] {
  const isInUse = (used: Credential | undefined) =>
    used?.source === where.source &&
    (where.source !== 'config' || where.profile === (resolved.profile ?? null));
  const entry = (
    type: KnownKey['type'],
    value: string | undefined,
    used: Credential | undefined,
  ): KnownKey[] =>
    value === undefined || value.trim() === ''
      ? []
      : [{ preview: preview(value.trim()), type, ...where, in_use: isInUse(used) }];
  return [
    ...entry('api_key', apiKey, resolved.apiKey),
    ...entry('user_token', userToken, resolved.userToken),
  ];
}

/** Names of the profiles that have a directory. */
function profileNames({ world }: Context): string[] {
  try {
    return readdirSync(profilesDirectory(world), { withFileTypes: true })
      .filter((entry) => !entry.isFile())
      .map(({ name }) => name)
      .sort();
  } catch {
    return [];
  }
}
