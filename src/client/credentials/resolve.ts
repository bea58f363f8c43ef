// Which credential wins and where it came from: each on its own, flag before environment before the
// credentials file (docs/contract.md, "Credentials").
import { type Environment, readVariable } from '../../lib/environment';
import { WaypostError } from '../../lib/errors';
import { defaultBaseUrl } from '../../lib/identity';
import { isLoopback } from '../../lib/loopback';
import { rejected } from '../reasons';
import { parseBaseUrl } from './base-url';
import { hasKeyCharacters, readCredentialsFile, type StoredCredentials } from './read';

/** Where a credential came from, as `whoami` reports it. */
export type CredentialSource = 'flag' | 'env' | 'config';

/** A credential and where it came from. */
export interface Credential {
  value: string;
  source: CredentialSource;
}

/** The credentials given as flags, already read from standard input where they were `-`. */
export interface CredentialFlags {
  apiKey?: string | undefined;
  userToken?: string | undefined;
  baseUrl?: string | undefined;
  insecureHttp?: boolean | undefined;
}

/** What a command has to work with. */
export interface Resolved {
  apiKey: Credential | undefined;
  userToken: Credential | undefined;
  baseUrl: URL;
  /** What the credentials file holds, whatever stands above it; undefined where there is no file. */
  stored: StoredCredentials | undefined;
  /** Name of the profile in use; undefined for none. */
  profile: string | undefined;
  /** Why stored credentials are not used although there are some; undefined where they are, or there are none. */
  withheld: string | undefined;
  /** Things the user should know: loose permissions, an unprotected connection. */
  warnings: string[];
}

/**
 * Resolves the credentials and the base URL. Stored credentials are bound to the origin they were
 * verified against: where another one is chosen they count as absent, and `withheld` says so.
 * Throws `invalid_credentials_file` for a corrupt file and `invalid_input` for a bad base URL.
 */
export function resolveCredentials(
  path: string,
  flags: CredentialFlags,
  env: Environment,
  profile?: string,
): Resolved {
  const file = readCredentialsFile(path);
  const stored = file?.credentials;
  const allowHttp = flags.insecureHttp === true;
  const storedUrl = parseBaseUrl(stored?.baseUrl ?? defaultBaseUrl, path, true);
  const baseUrl = chooseBaseUrl(path, flags, env, stored?.baseUrl, allowHttp);
  const bound = stored !== undefined && baseUrl.origin === storedUrl.origin;
  const pick = (kind: KeyKind, variable: string): Credential | undefined => {
    const kept = stored?.[kind];
    const flag = flags[kind]?.trim();
    if (flag) {
      checkKey(flag, kind);
      return { value: flag, source: 'flag' };
    }
    const exported = readVariable(env, variable);
    if (exported !== undefined) {
      checkKey(exported, kind, variable);
      return { value: exported, source: 'env' };
    }
    return bound && kept !== undefined ? { value: kept, source: 'config' } : undefined;
  };
  return {
    apiKey: pick('apiKey', 'WAYPOST_API_KEY'),
    userToken: pick('userToken', 'WAYPOST_USER_TOKEN'),
    baseUrl,
    stored,
    profile,
    withheld:
      stored === undefined || bound
        ? undefined
        : `The stored credentials${ofProfile(profile)} belong to ${storedUrl.origin} and are not sent to ${baseUrl.origin}.`,
    warnings: [
      ...(file?.looseMode === undefined ? [] : [looseWarning(path, file.looseMode)]),
      ...(baseUrl.protocol === 'http:' && !isLoopback(baseUrl)
        ? [unprotectedWarning(baseUrl)]
        : []),
    ],
  };
}

/** The API key, or `missing_api_key` where none is known. */
export function requireApiKey({ apiKey, withheld, profile }: Resolved): Credential {
  if (apiKey !== undefined) return apiKey;
  const message = withheld ?? `No API key${ofProfile(profile)} is known.`;
  throw new WaypostError('missing_api_key', message);
}

/** The management key, or `missing_user_token` where none is known. */
export function requireUserToken({ userToken, withheld, profile }: Resolved): Credential {
  if (userToken !== undefined) return userToken;
  const message = withheld ?? `No management key${ofProfile(profile)} is known.`;
  throw new WaypostError('missing_user_token', message);
}

function ofProfile(profile: string | undefined): string {
  return profile === undefined ? '' : ` of the profile ${profile}`;
}

function chooseBaseUrl(
  path: string,
  flags: CredentialFlags,
  env: Environment,
  stored: string | undefined,
  allowHttp: boolean,
): URL {
  const flag = flags.baseUrl?.trim();
  if (flag) return parseBaseUrl(flag, undefined, allowHttp);
  const variable = readVariable(env, 'WAYPOST_BASE_URL');
  if (variable !== undefined) return parseBaseUrl(variable, 'WAYPOST_BASE_URL', allowHttp);
  if (stored !== undefined) return parseBaseUrl(stored, path, allowHttp);
  return parseBaseUrl(defaultBaseUrl, 'package.json', allowHttp);
}

function unprotectedWarning(url: URL): string {
  return `${url.origin} is plain http: whoever carries the connection can read the keys.`;
}

function looseWarning(path: string, mode: number): string {
  return `${path} can be read by others (mode ${mode.toString(8).padStart(4, '0')}). The next login repairs it; or: chmod 600 ${path}`;
}

const kinds = {
  apiKey: { name: 'API key', other: 'uk_', otherName: 'a management key' },
  userToken: { name: 'management key', other: 'ak_', otherName: 'an API key' },
} as const;

/** The two kinds of key the tool holds. */
export type KeyKind = keyof typeof kinds;

/**
 * Throws `invalid_input` where the value cannot be a key of this kind; never shows the value. `variable`
 * names where it was found, if in the environment.
 */
export function checkKey(value: string, kind: KeyKind, variable?: string): void {
  const { other, otherName } = kinds[kind];
  const name = kinds[kind].name + (variable === undefined ? '' : ` in ${variable}`);
  if (value.startsWith('-') && variable === undefined) {
    throw rejected('key_missing', `The ${name} begins with a dash, as an option does.`, { kind });
  }
  if (!hasKeyCharacters(value) || value.startsWith('-')) {
    throw rejected('key_characters', `The ${name} holds blanks or characters that no key has.`);
  }
  if (value.startsWith(other)) {
    throw rejected(
      'key_of_other_kind',
      `What was given as ${name} begins ${other}: that is ${otherName}.`,
    );
  }
}
